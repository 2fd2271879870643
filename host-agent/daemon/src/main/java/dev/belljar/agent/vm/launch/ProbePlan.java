package dev.belljar.agent.vm.launch;

import dev.belljar.agent.vm.BootImage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The QEMU command line for one boot of the probe: the machine of a launch plan without disk, link or network.
///
/// The guest measures its clock unless it is told a rate.
public record ProbePlan(
        String qemu,
        BootImage image,
        Accelerator accelerator,
        Duration patience,
        @Nullable Long tscKhz) {
    private static final int MEMORY_MIB = 256;
    private static final int SPARE_SECONDS = 5;

    /// The command line, the program first.
    List<String> argv() {
        return limited(words());
    }

    /// The command line with a time limit by `timeout`, which outlives the host agent: a killed host agent must
    /// not leave a running guest.
    public List<String> limited(List<String> words) {
        List<String> all = new ArrayList<>(
                List.of("timeout", "--signal=KILL", String.valueOf(patience.toSeconds() + SPARE_SECONDS)));
        all.addAll(words);
        return List.copyOf(all);
    }

    /// The command line of QEMU alone.
    public List<String> words() {
        List<String> parameters = new ArrayList<>(image.parameters());
        // The kernel prints the clock rate at a level that an ordinary boot does not show.
        parameters.addAll(List.of("loglevel=7", "edd=off"));
        if (tscKhz != null) {
            parameters.add("tsc_early_khz=" + tscKhz);
        }
        return List.of(
                qemu,
                "-M",
                accelerator.machine(),
                "-accel",
                accelerator.option(),
                "-cpu",
                accelerator.cpu(null),
                "-smp",
                "1",
                "-m",
                MEMORY_MIB + "M",
                "-nodefaults",
                "-no-user-config",
                "-no-reboot",
                "-display",
                "none",
                "-global",
                "virtio-mmio.force-legacy=false",
                "-kernel",
                image.kernel().toString(),
                "-initrd",
                image.probeInitrd().toString(),
                "-append",
                String.join(" ", parameters),
                "-chardev",
                "stdio,id=console,signal=off",
                "-serial",
                "chardev:console",
                "-sandbox",
                LaunchPlan.SANDBOX);
    }
}
