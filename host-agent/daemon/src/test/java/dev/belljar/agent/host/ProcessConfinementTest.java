package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.Confinement.Layers;
import dev.belljar.agent.host.Confinement.Paths;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the confinement of a process is read as the kernel reports it.
class ProcessConfinementTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @Test
    void aConfinedProcessShowsEachLayer() throws Exception {
        host().process("7", FakeProc.CONFINED, FakeProc.APART, "/belljar/machine-shop")
                .group("belljar/machine-shop", "7\n", "1073741824", "512");
        ProcessConfinement found = ProcessConfinement.of(root, 7).orElseThrow();
        assertThat(found.noNewPrivileges()).isTrue();
        assertThat(found.filters()).isEqualTo(2);
        assertThat(found.capable()).isFalse();
        assertThat(found.sameUser()).isTrue();
        assertThat(found.apart()).containsExactlyInAnyOrder("user", "mnt", "net", "ipc", "uts");
        assertThat(found.bounds()).isEqualTo(new ProcessConfinement.Bounds(1L << 30, 512));
    }

    @Test
    void anOrdinaryProcessShowsNoLayer() throws Exception {
        host().process("7", FakeProc.FREE, FakeProc.SHARED, "/session").group("session", "7\n8\n", "max", "max");
        ProcessConfinement found = ProcessConfinement.of(root, 7).orElseThrow();
        assertThat(found).isEqualTo(new ProcessConfinement(false, 0, false, true, java.util.Set.of(), null));
    }

    @Test
    void aControlGroupSharedWithOthersIsNoBound() throws Exception {
        host().process("7", FakeProc.CONFINED, FakeProc.APART, "/session").group("session", "7\n8\n", "1024", "9");
        assertThat(ProcessConfinement.of(root, 7).orElseThrow().bounds()).isNull();
    }

    @Test
    void anUnreadableProcessHasNoConfinement() throws Exception {
        host();
        assertThat(ProcessConfinement.of(root, 8)).isEmpty();
    }

    @Test
    void onlyAProgramOfTheLauncherShowsItsLayers() throws Exception {
        ConfinementLauncher launcher = ConfinementLauncher.here();
        assumeTrue(launcher.layers().view(), "this host allows no namespaces");
        Confinement plan = new Confinement(
                Layers.of(launcher.layers(), ConfinementLauncher.identity("test")),
                new Paths(List.of(), List.of(), List.of(), List.of(Path.of("/dev/null"))),
                Map.of(),
                true,
                Map.of(),
                null);
        Process sleeper =
                Command.of(launcher.words(plan, List.of("sleep", "600"))).start();
        try {
            Awaitility.await()
                    .atMost(Durations.TWO_MINUTES)
                    .until(() ->
                            ProcessConfinement.of(sleeper.pid()).orElseThrow().filters() > 0);
            ProcessConfinement found = ProcessConfinement.of(sleeper.pid()).orElseThrow();
            assertThat(found.noNewPrivileges()).isTrue();
            assertThat(found.filters()).isEqualTo(1);
            assertThat(found.capable()).isFalse();
            assertThat(found.apart()).contains("mnt", "net");
            assertThat(found.sameUser()).isEqualTo(!launcher.layers().ownUser());
        } finally {
            Command.killTree(sleeper);
        }
        ProcessConfinement own =
                ProcessConfinement.of(ProcessHandle.current().pid()).orElseThrow();
        assertThat(own.apart()).isEmpty();
        assertThat(own.filters()).isZero();
    }

    private FakeProc host() throws Exception {
        return new FakeProc(root).process("self", FakeProc.FREE, FakeProc.SHARED, "/belljar/agent");
    }
}
