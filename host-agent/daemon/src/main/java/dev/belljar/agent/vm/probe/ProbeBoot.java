package dev.belljar.agent.vm.probe;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.Accelerator;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Boots the probe's tiny guest once.
interface ProbeBoot {
    /// Boots and waits until the guest reports success, ends, or `patience` is over; no process is left running.
    ///
    /// @throws VmException when QEMU is not installed
    Outcome boot(BootImage image, Accelerator accelerator, Duration patience) throws VmException, InterruptedException;

    /// Boots emulated, with the clock rate of the host's processor as a parameter instead of a measurement.
    ///
    /// @throws VmException when QEMU is not installed
    Outcome bootWithFrequency(BootImage image, Duration patience) throws VmException, InterruptedException;

    /// The outcome: whether the guest reported success, whether QEMU ended before that, the measured clock rate
    /// in kHz, and the last line of output.
    record Outcome(boolean lives, boolean ended, @Nullable Long tscKhz, String lastWords) {}
}
