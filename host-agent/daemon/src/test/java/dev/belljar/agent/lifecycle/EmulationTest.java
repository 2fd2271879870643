package dev.belljar.agent.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.status.GuaranteeReport;
import dev.belljar.agent.vm.launch.QemuEvidence;
import dev.belljar.agent.vm.probe.EmulationConsent;
import dev.belljar.agent.vmstate.MemoryAccess;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Acceleration.Kind;
import dev.belljar.contract.sandbox.Guarantee;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that emulation needs the user's consent once, and is never shown as isolation.
public class EmulationTest {
    @TempDir
    private Path temp;

    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void noSandboxStartsUnderUnacceptedEmulation() throws Exception {
        String id = host.create();
        withdraw();
        assertThatThrownBy(() -> host.api().sandboxes().start(id))
                .hasMessageContaining("no isolation guarantee")
                .hasMessageContaining("There is no /dev/kvm");
        assertThat(host.state(id)).isEqualTo(SandboxState.CREATED);
        CreateSandbox other =
                new CreateSandbox(temp.resolve("shop").toString(), "other", null, null, null, null, true, true);
        assertThatThrownBy(() -> host.api().sandboxes().create(other)).hasMessageContaining("under emulation");
        assertThat(host.api().sandboxes().list()).hasSize(1);
        assertThat(host.api().host().host().emulationAccepted()).isFalse();
    }

    @Test
    void emulationIsAcceptedBeforeASandboxIsRecorded() throws Exception {
        withdraw();
        host.probe().forget();
        assertThatThrownBy(() -> host.api().sandboxes().create(shop())).hasMessageContaining("under emulation");
        assertThat(host.api().sandboxes().list()).isEmpty();
        host.api().host().acceptEmulation();
        String id = host.api().sandboxes().create(shop()).id();
        host.settle(id);
        assertThat(host.api().sandboxes().list())
                .extracting(made -> made.spec().name())
                .containsExactly("shop");
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aSandboxRecordedBeforeAnyImageStartsAfterConsent() throws Exception {
        withdraw();
        host.probe().forget();
        host.images().notBuilt();
        String id = host.api().sandboxes().create(shop()).id();
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.ERROR);
        assertThat(host.api().sandboxes().get(id).status().problem())
                .extracting(problem -> problem == null ? "" : problem.code())
                .isEqualTo("host.emulation-not-accepted");
        host.api().host().acceptEmulation();
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.api().sandboxes().list()).hasSize(1);
    }

    private CreateSandbox shop() {
        return new CreateSandbox(temp.resolve("shop").toString(), "shop", 256, 1, 1024, null, false, true);
    }

    @Test
    void acceptedEmulationStaysAccepted() throws Exception {
        String id = host.create();
        withdraw();
        assertThat(host.api().host().acceptEmulation().emulationAccepted()).isTrue();
        host.api().sandboxes().start(id);
        SandboxFixture.until(() -> host.state(id) == SandboxState.RUNNING);
        assertThat(new EmulationConsent(file(), Map.of()).given()).isTrue();
    }

    @Test
    void theEnvironmentAcceptsEmulationWithoutAFile() throws Exception {
        Path nowhere = temp.resolve("nowhere");
        assertThat(new EmulationConsent(nowhere, Map.of("BELLJAR_EMULATION", "accept")).given())
                .isTrue();
        assertThat(new EmulationConsent(nowhere, Map.of("BELLJAR_EMULATION", "yes")).given())
                .isFalse();
        assertThat(nowhere).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"KVM_UNUSABLE", "NO_KVM"})
    void emulationIsNeverCalledIsolation(Kind kind) {
        assertThat(guarantee("isolation-supported", verdict(kind), new MemoryAccess(true, ""))
                        .holds())
                .isFalse();
        assertThat(guarantee("isolation-supported", verdict(Kind.KVM), new MemoryAccess(true, ""))
                        .holds())
                .isTrue();
    }

    @Test
    void theSnapshotGuaranteeFollowsTheMemoryAccess() {
        MemoryAccess refused = MemoryAccess.of(1L << 40); // no process has this id
        assertThat(guarantee("memory-snapshot", verdict(Kind.KVM), refused).holds())
                .isFalse();
        MemoryAccess own = MemoryAccess.of(ProcessHandle.current().pid());
        assertThat(guarantee("memory-snapshot", verdict(Kind.KVM), own).holds()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"own-kernel", "device-sandbox", "no-way-in"})
    void guaranteesOfQemuAreReadFromItsProcess(String name) {
        // A process that is not QEMU, and one that does not exist.
        for (long pid : new long[] {ProcessHandle.current().pid(), 1L << 40}) {
            Guarantee row =
                    GuaranteeReport.of(
                                    verdict(Kind.KVM),
                                    NetworkMode.ASK,
                                    new MemoryAccess(true, ""),
                                    QemuEvidence.of(pid))
                            .stream()
                            .filter(guarantee -> guarantee.name().equals(name))
                            .findFirst()
                            .orElseThrow();
            assertThat(row.holds()).isFalse();
        }
        assertThat(guarantee(name, verdict(Kind.KVM), new MemoryAccess(true, ""))
                        .detail())
                .contains("The sandbox is not running");
    }

    private static Acceleration verdict(Kind kind) {
        return new Acceleration(kind, "label", "reason.", "", null, false, 0, "9", 0);
    }

    private static Guarantee guarantee(String name, Acceleration acceleration, MemoryAccess memory) {
        return GuaranteeReport.of(acceleration, NetworkMode.ASK, memory, QemuEvidence.of(null)).stream()
                .filter(guarantee -> guarantee.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void withdraw() throws Exception {
        Files.delete(file());
    }

    private Path file() {
        return host.folders().data().resolve("emulation-accepted");
    }
}
