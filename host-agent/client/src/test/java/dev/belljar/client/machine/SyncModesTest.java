package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.CommitMade;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests in a real machine that commits and quiet are noticed, and that the work is then in the review queue in the
/// automatic modes and is not fetched in the manual mode.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SyncModesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int QUIET_SECONDS = 5;

    private final AgentUnderTest agent;
    private RunningMachine machine;
    private TestProject project = new TestProject(Path.of("/"));

    SyncModesTest() throws IOException {
        agent = new AgentUnderTest();
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void boot() throws Exception {
        agent.start();
        project = TestProject.in(agent.folder(), "shop");
        machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    @Test
    @Order(1)
    void manualModeNoticesACommitAndFetchesNothing() throws Exception {
        commit("by-hand.txt", "By hand");
        SyncStatus status = await(SyncState.CHANGED);
        assertThat(status.changed()).isTrue();
        assertThat(status.fetched()).isNull();
        assertThat(status.commits()).isZero();
    }

    @Test
    @Order(2)
    void aCommitIsInTheReviewQueue() throws Exception {
        set(SyncMode.AUTO_COMMIT, null);
        SyncStatus first = await(SyncState.WAITING);
        assertThat(first.commits()).as("the commit from before").isEqualTo(1);
        long before = System.nanoTime();
        commit("at-commit.txt", "At the commit");
        SyncStatus status = awaitCommits(2);
        System.out.printf(
                "%d ms from the command to the review queue%n",
                Duration.ofNanos(System.nanoTime() - before).toMillis());
        assertThat(status.state()).isEqualTo(SyncState.WAITING);
        assertThat(status.changed()).isFalse();
        assertThat(project.git("branch", "--list", "belljar/shop")).isEmpty();
        assertThat(subjects()).containsExactly("By hand", "At the commit");
    }

    @Test
    @Order(3)
    void quietIsNoticed() throws Exception {
        set(SyncMode.AUTO_IDLE, QUIET_SECONDS);
        machine.run("echo not committed > later.txt");
        SyncStatus changed = status();
        assertThat(changed.files()).as("not fetched yet").isZero();
        Awaitility.await().atMost(PATIENCE).until(() -> status().files() == 1);
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
    }

    @Test
    @Order(4)
    void aNewHostAgentStillKnowsWhatWaits() throws Exception {
        SyncStatus before = status();
        agent.kill();
        agent.ensureRuns();
        SyncStatus after = await(SyncState.WAITING);
        assertThat(after.commits()).isEqualTo(before.commits());
        assertThat(after.files()).isEqualTo(before.files());
        assertThat(after.settings()).isEqualTo(before.settings());
    }

    @Test
    @Order(5)
    void aProjectMayApplySafeWorkAndStillStopsAtTheRest() throws Exception {
        machine.ensureRuns();
        set(SyncMode.AUTO_COMMIT, null);
        var _ = agent.client()
                .call(
                        SyncApi.SET_PROJECT.at(),
                        new SetProjectSync(project.folder().toString(), null, null, true));
        commit("safe.txt", "Safe");
        await(SyncState.IN_SYNC);
        assertThat(project.git("show", "belljar/shop:safe.txt")).isEqualTo("safe.txt");
        commit("Makefile", "Runs something");
        SyncStatus status = await(SyncState.WAITING);
        assertThat(status.problem()).isNotNull();
        assertThat(status.problem().detail()).contains("Makefile");
        assertThat(project.git("ls-tree", "--name-only", "belljar/shop")).doesNotContain("Makefile");
    }

    private void commit(String file, String subject) throws Exception {
        machine.run("echo %s > %s; git add %s; git -c user.name=a -c user.email=a@b commit -qm '%s'"
                .formatted(file, file, file, subject));
    }

    private void set(SyncMode mode, @Nullable Integer seconds) throws Exception {
        var _ = agent.client().call(SyncApi.SET.at(machine.id()), new SetSync(mode, seconds));
    }

    private SyncStatus status() throws Exception {
        return agent.client().call(SyncApi.STATUS.at(machine.id()));
    }

    private SyncStatus await(SyncState state) throws Exception {
        Awaitility.await().atMost(PATIENCE).until(() -> status().state() == state);
        return status();
    }

    private SyncStatus awaitCommits(int commits) throws Exception {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(PATIENCE)
                .until(() -> status().commits() == commits && status().state() == SyncState.WAITING);
        return status();
    }

    private List<String> subjects() throws Exception {
        List<Event> events = new CopyOnWriteArrayList<>();
        try (var _ = agent.client().follow(machine.id(), 0, Set.of(EventType.COMMIT), events::addAll)) {
            Awaitility.await().atMost(PATIENCE).until(() -> events.size() >= 2);
        }
        return events.stream().map(event -> ((CommitMade) event).subject()).toList();
    }
}
