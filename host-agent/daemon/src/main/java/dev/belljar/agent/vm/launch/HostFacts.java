package dev.belljar.agent.vm.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The properties of the host on which the result of the acceleration probe depends; if one changes, the probe
/// runs again.
///
/// `nestable` says whether the host's KVM permits nested virtualization, if KVM is usable.
public record HostFacts(String kernel, String processor, String qemu, KvmDevice kvm, boolean nestable) {
    private static final Path ROOT = Path.of("/");

    /// The state of `/dev/kvm`.
    public enum KvmDevice {
        ABSENT,
        FORBIDDEN,
        OPENS
    }

    /// The facts of this host with this version of QEMU.
    public static HostFacts here(String qemu) {
        return under(ROOT, qemu);
    }

    /// The facts of a host whose `/proc`, `/sys` and `/dev` are under this folder.
    static HostFacts under(Path root, String qemu) {
        String flag = virtualizationFlag(root);
        return new HostFacts(
                firstLine(root.resolve("proc/sys/kernel/osrelease")),
                cpuField(root, "model name"),
                qemu,
                kvm(root.resolve("dev/kvm")),
                flag != null && nestedSetting(root, flag));
    }

    /// The processor's model and features, on which a guest that runs on it directly relies.
    static String features() {
        return cpuField(ROOT, "model name") + " " + cpuField(ROOT, "flags");
    }

    /// `vmx` or `svm`, or null if the processor has neither.
    public static @Nullable String virtualizationFlag() {
        return virtualizationFlag(ROOT);
    }

    /// The clock rate in kHz that this host's processor reports, or null if it reports none. Inside a virtual
    /// machine that is the rate of its TSC, on bare metal an approximation.
    public static @Nullable Long processorKhz() {
        try {
            double megahertz = Double.parseDouble(cpuField(ROOT, "cpu MHz"));
            return megahertz > 100 ? Math.round(megahertz * 1_000) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable String virtualizationFlag(Path root) {
        return Arrays.stream(cpuField(root, "flags").split(" "))
                .filter(flag -> flag.equals("vmx") || flag.equals("svm"))
                .findFirst()
                .orElse(null);
    }

    private static boolean nestedSetting(Path root, String flag) {
        String module = flag.equals("vmx") ? "kvm_intel" : "kvm_amd";
        String setting = firstLine(root.resolve("sys/module/" + module + "/parameters/nested"));
        return setting.equals("Y") || setting.equals("1");
    }

    private static KvmDevice kvm(Path device) {
        if (!Files.exists(device)) {
            return KvmDevice.ABSENT;
        }
        try (FileChannel opened = FileChannel.open(device, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return opened.isOpen() ? KvmDevice.OPENS : KvmDevice.FORBIDDEN;
        } catch (IOException e) {
            return KvmDevice.FORBIDDEN;
        }
    }

    private static String cpuField(Path root, String name) {
        try (var lines = Files.lines(root.resolve("proc/cpuinfo"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(name))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static String firstLine(Path file) {
        try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.findFirst().orElse("").strip();
        } catch (IOException e) {
            return "";
        }
    }
}
