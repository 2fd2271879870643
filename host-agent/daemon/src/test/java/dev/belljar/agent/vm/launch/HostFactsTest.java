package dev.belljar.agent.vm.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.vm.launch.HostFacts.KvmDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests reading host facts from simulated `/proc`, `/sys` and `/dev` folders.
class HostFactsTest {
    @TempDir
    Path root = Path.of("");

    @Test
    void kernelProcessorAndNestingAreRead() throws IOException {
        write("proc/sys/kernel/osrelease", "6.1.0-56-amd64\n");
        write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast CPU\nflags\t\t: fpu svm avx\n");
        write("sys/module/kvm_amd/parameters/nested", "1\n");
        write("dev/kvm", "");
        assertThat(HostFacts.under(root, "7.2"))
                .isEqualTo(new HostFacts("6.1.0-56-amd64", "Fast CPU", "7.2", KvmDevice.OPENS, true));
    }

    @Test
    void nestingNeedsBothTheFlagAndTheModulesSetting() throws IOException {
        write("proc/cpuinfo", "flags\t\t: fpu vmx\n");
        write("sys/module/kvm_amd/parameters/nested", "1\n");
        assertThat(HostFacts.under(root, "7.2").nestable()).isFalse();
        write("sys/module/kvm_intel/parameters/nested", "N\n");
        assertThat(HostFacts.under(root, "7.2").nestable()).isFalse();
        write("sys/module/kvm_intel/parameters/nested", "Y\n");
        assertThat(HostFacts.under(root, "7.2").nestable()).isTrue();
        write("proc/cpuinfo", "flags\t\t: fpu vmxish\n");
        assertThat(HostFacts.under(root, "7.2").nestable()).isFalse();
    }

    @Test
    void anEmptyHostIsNoFault() {
        assertThat(HostFacts.under(root, "7.2")).isEqualTo(new HostFacts("", "", "7.2", KvmDevice.ABSENT, false));
    }

    @Test
    void aDeviceThatDoesNotOpenIsForbidden() throws IOException {
        Files.createDirectories(root.resolve("dev/kvm"));
        assertThat(HostFacts.under(root, "7.2").kvm()).isEqualTo(KvmDevice.FORBIDDEN);
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
