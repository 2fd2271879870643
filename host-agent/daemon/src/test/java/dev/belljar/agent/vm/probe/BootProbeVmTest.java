package dev.belljar.agent.vm.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.launch.HostFacts;
import dev.belljar.agent.vm.launch.QemuBinary;
import dev.belljar.agent.vm.qemu.RealImage;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Acceleration.Kind;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tests the probe on the present host.
@Tag("vm")
class BootProbeVmTest {
    private static final Logger LOG = LoggerFactory.getLogger(BootProbeVmTest.class);

    @TempDir
    Path cache = Path.of("");

    @Test
    void theVerdictIsProvedOnceAndFitsTheHost() throws Exception {
        BootImage image = RealImage.find().orElseThrow(() -> new IOException("no guest image"));
        QemuBinary qemu = QemuBinary.on(System.getenv("PATH"));
        Acceleration verdict = new BootProbe(qemu, ConfinementLauncher.here(), cache).prove(image);
        LOG.info("{}", verdict);
        HostFacts host = HostFacts.here(qemu.version());
        assertThat(verdict.qemu()).isEqualTo(host.qemu());
        assertThat(verdict.reason()).endsWith(".");
        if (verdict.kind() == Kind.KVM) {
            assertThat(host.kvm()).isEqualTo(HostFacts.KvmDevice.OPENS);
            assertThat(verdict.tscKhz()).isNull();
        } else {
            assertThat(verdict.kind())
                    .isEqualTo(host.kvm() == HostFacts.KvmDevice.OPENS ? Kind.KVM_UNUSABLE : Kind.NO_KVM);
            assertThat(verdict.tscKhz()).isBetween(500_000L, 8_000_000L);
            assertThat(verdict.nested()).isFalse();
        }
        assertThat(new BootProbe(qemu, ConfinementLauncher.here(), cache).cached())
                .isEqualTo(verdict);
    }
}
