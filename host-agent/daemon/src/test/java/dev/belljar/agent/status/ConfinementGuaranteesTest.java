package dev.belljar.agent.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.FakeProc;
import dev.belljar.agent.host.ProcessConfinement;
import dev.belljar.contract.sandbox.Guarantee;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that each guarantee of confinement holds exactly if the machine's process shows it.
public class ConfinementGuaranteesTest {
    private static final ConfinementLayers ALL = new ConfinementLayers(true, true, true, 7, true, false, true, false);
    private static final String UNGROUPED = "systemd delegated no control group to the host agent";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @Test
    void filesAreConfinedByAMountNamespace() throws Exception {
        assertThat(row("confined-files", confined()).holds()).isTrue();
        Guarantee free = row("confined-files", process(FakeProc.CONFINED, without("mnt")));
        assertThat(free.holds()).isFalse();
        assertThat(free.detail()).contains("Stop and start the sandbox");
    }

    @Test
    void withoutNamespacesFilesAreConfinedByLandlock() throws Exception {
        ConfinementLayers landlock = new ConfinementLayers(true, false, false, 7, true, false, false, false);
        assertThat(row("confined-files", landlock, process(FakeProc.CONFINED, FakeProc.SHARED))
                        .holds())
                .isTrue();
        Guarantee nothing = row("confined-files", ConfinementLayers.NONE, confined());
        assertThat(nothing.holds()).isFalse();
        assertThat(nothing.detail()).contains("no sandbox can start");
    }

    @Test
    void theNetworkIsConfinedByANamespaceAndAFilter() throws Exception {
        assertThat(row("confined-network", confined()).holds()).isTrue();
        assertThat(row("confined-network", process(FakeProc.CONFINED, without("net")))
                        .holds())
                .isFalse();
        String unfiltered = FakeProc.CONFINED.replace("Seccomp_filters:	2", "Seccomp_filters:	1");
        assertThat(row("confined-network", process(unfiltered, FakeProc.APART)).holds())
                .isFalse();
    }

    @Test
    void otherProcessesAreConfinedByAFilterWithoutPrivileges() throws Exception {
        assertThat(row("confined-processes", confined()).holds()).isTrue();
        for (String status : List.of(
                FakeProc.CONFINED.replace("NoNewPrivs:	1", "NoNewPrivs:	0"),
                FakeProc.CONFINED.replace("CapEff:	0000000000000000", "CapEff:	0000000000080000"),
                FakeProc.CONFINED.replace("Seccomp:	2", "Seccomp:	0"),
                FakeProc.FREE)) {
            assertThat(row("confined-processes", process(status, FakeProc.APART))
                            .holds())
                    .as(status)
                    .isFalse();
        }
    }

    @Test
    void theUserIsConfinedByAnotherIdOrANamespace() throws Exception {
        assertThat(row("confined-user", confined()).holds()).isTrue();
        assertThat(row("confined-user", process(FakeProc.CONFINED, without("user")))
                        .holds())
                .isFalse();
        ConfinementLayers root = new ConfinementLayers(true, true, true, 7, true, true, true, true);
        String own = FakeProc.CONFINED.replace("1000", "1879048193");
        assertThat(row("confined-user", root, process(own, without("user"))).holds())
                .isTrue();
        assertThat(row("confined-user", root, process(FakeProc.CONFINED, without("user")))
                        .holds())
                .isFalse();
        ConfinementLayers landlock = new ConfinementLayers(true, false, false, 7, true, false, false, false);
        assertThat(row("confined-user", landlock, confined()).holds()).isFalse();
    }

    @Test
    void memoryIsBoundedByItsOwnControlGroup() throws Exception {
        Guarantee bounded = row("confined-memory", confined());
        assertThat(bounded.holds()).isTrue();
        assertThat(bounded.detail()).contains("1.1 GB of memory and 512 threads");
        new FakeProc(root).group("belljar/machine-shop", "7\n", "max", "512");
        assertThat(row("confined-memory", found()).holds()).isFalse();
        new FakeProc(root).group("belljar/machine-shop", "7\n9\n", "1073741824", "512");
        assertThat(row("confined-memory", found()).holds()).isFalse();
    }

    @Test
    void beforeAMachineRunsTheRowsSayWhatThisHostAllows() {
        assertThat(guarantees(ALL, ConfinementGuarantees.MachineProcess.NONE).rows())
                .hasSize(5)
                .allMatch(Guarantee::holds);
        ConfinementLayers ungrouped = new ConfinementLayers(true, true, true, 7, true, false, false, false);
        assertThat(guarantees(ungrouped, ConfinementGuarantees.MachineProcess.NONE)
                        .rows())
                .filteredOn(row -> !row.holds())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.name()).isEqualTo("confined-memory");
                    assertThat(row.detail()).contains(UNGROUPED);
                });
    }

    @Test
    void anUnreadableProcessHasNoGuarantee() {
        assertThat(guarantees(ALL, new ConfinementGuarantees.MachineProcess(true, Optional.empty()))
                        .rows())
                .hasSize(5)
                .noneMatch(Guarantee::holds);
    }

    private ConfinementGuarantees.MachineProcess confined() throws Exception {
        return process(FakeProc.CONFINED, FakeProc.APART);
    }

    private ConfinementGuarantees.MachineProcess process(String status, Map<String, String> namespaces)
            throws Exception {
        new FakeProc(root)
                .process("self", FakeProc.FREE, FakeProc.SHARED, "/belljar/agent")
                .process("7", status, namespaces, "/belljar/machine-shop")
                .group("belljar/machine-shop", "7\n", "1073741824", "512");
        return found();
    }

    private ConfinementGuarantees.MachineProcess found() {
        return new ConfinementGuarantees.MachineProcess(true, ProcessConfinement.of(root, 7));
    }

    private static Map<String, String> without(String namespace) {
        Map<String, String> some = new java.util.HashMap<>(FakeProc.APART);
        some.put(namespace, String.valueOf(FakeProc.SHARED.get(namespace)));
        return some;
    }

    private static Guarantee row(String name, ConfinementGuarantees.MachineProcess process) {
        return row(name, ALL, process);
    }

    private static Guarantee row(String name, ConfinementLayers layers, ConfinementGuarantees.MachineProcess process) {
        return guarantees(layers, process).rows().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ConfinementGuarantees guarantees(
            ConfinementLayers layers, ConfinementGuarantees.MachineProcess process) {
        return new ConfinementGuarantees(layers, "", UNGROUPED, process);
    }
}
