package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/// Tests in a real machine that snapshots are taken before an approval, at a mass deletion and at a quiet
/// moment, that the approval waits for its snapshot only shortly, and that a branch continues from one.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AutomaticSnapshotsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(25);

    private final AgentUnderTest agent;
    private final FewNames names;
    private RunningMachine machine;
    private String kept = "";

    AutomaticSnapshotsTest() throws IOException {
        agent = new AgentUnderTest();
        names = new FewNames(Map.of(
                "good.test", InetAddress.ofLiteral("93.184.216.34"),
                "other.test", InetAddress.ofLiteral("93.184.216.34")));
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void boot() throws Exception {
        agent.set("BELLJAR_AUTOMATIC_SNAPSHOTS", "on");
        agent.set("BELLJAR_PRESET", "ask");
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
        machine.run("mkdir -p src; for i in $(seq 200); do echo $i > src/f$i; done");
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
        names.close();
    }

    @Test
    @Order(1)
    void anApprovalWaitsShortlyForItsSnapshot() throws Exception {
        asks("good.test");
        Duration took = allow("good.test");
        System.out.printf("the first approval took %d ms%n", took.toMillis());
        assertThat(took).isLessThan(LONGEST_WAIT);
        Snapshot taken = await(SnapshotReason.APPROVAL);
        assertThat(taken.name()).endsWith("approving good.test");
        assertThat(taken.sandbox()).isEqualTo(machine.id());
        kept = taken.id();
        asks("other.test");
        Duration second = allow("other.test");
        System.out.printf("the second approval took %d ms%n", second.toMillis());
        assertThat(automatic()).as("one in ten minutes").hasSize(1);
    }

    @Test
    @Order(2)
    void aKeptSnapshotIsNoLongerAutomatic() throws Exception {
        Snapshot now = agent.client().call(SnapshotApi.KEEP.at(kept));
        assertThat(now.automatic()).isNull();
        assertThat(automatic()).isEmpty();
    }

    @Test
    @Order(3)
    void aMassDeleteIsNoticed() throws Exception {
        set(1, 2, null);
        Snapshot taken = repeated(
                "mkdir -p many; for i in $(seq 80); do echo $i > many/f$i; done; sleep 1; rm -rf many",
                SnapshotReason.MASS_DELETE);
        assertThat(taken.note()).contains("the newest earlier snapshot is " + kept);
    }

    @Test
    @Order(4)
    void aQuietMomentIsNoticed() throws Exception {
        set(null, null, 5);
        try (TerminalScreen terminal = TerminalScreen.on(machine, false)) {
            terminal.started();
            terminal.typed("echo quiet > later.txt\r");
            Snapshot taken = await(SnapshotReason.QUIET);
            assertThat(taken.work()).as("its files can be compared").isNotNull();
        }
    }

    @Test
    @Order(5)
    void onlyTheNewestAreKept() throws Exception {
        // The machine is quiet between two repetitions, too.
        set(null, null, 86_400);
        Snapshot _ = repeated(
                "mkdir -p again; for i in $(seq 80); do echo $i > again/f$i; done; sleep 1; rm -rf again; date > now",
                SnapshotReason.MASS_DELETE);
        Awaitility.await().atMost(PATIENCE).until(() -> automatic().size() == 2);
        assertThat(all()).extracting(Snapshot::id).contains(kept);
    }

    @Test
    @Order(6)
    void aBranchContinuesFromOne() throws Exception {
        machine.run("rm -r src");
        RunningMachine branch = new RunningMachine(
                agent,
                agent.client()
                        .call(SnapshotApi.BRANCH.at(kept), new BranchSandbox("earlier", 1))
                        .getFirst()
                        .id());
        branch.awaitState(SandboxState.RUNNING);
        branch.awaitReached();
        assertThat(branch.run("cat src/f200")).isEqualTo("200");
    }

    private void set(@Nullable Integer everyMinutes, @Nullable Integer keep, @Nullable Integer quietSeconds)
            throws Exception {
        var _ = agent.client()
                .call(
                        SnapshotApi.SET_SANDBOX_SETTINGS.at(machine.id()),
                        new SetAutomaticSnapshots(null, everyMinutes, keep, quietSeconds, null));
    }

    private void asks(String name) throws Exception {
        machine.run("(setsid getent hosts " + name + " >/dev/null 2>&1 </dev/null &)");
    }

    private Duration allow(String name) throws Exception {
        List<Approval> found = new ArrayList<>();
        RunningMachine.await(() -> {
            agent.client().call(PolicyApi.APPROVALS, new ListApprovals(machine.id())).waiting().stream()
                    .filter(approval -> name.equals(approval.name()))
                    .forEach(found::add);
            return !found.isEmpty();
        });
        long before = System.nanoTime();
        var _ = agent.client()
                .call(
                        PolicyApi.ANSWER.at(found.getFirst().id()),
                        new AnswerApproval(RuleAction.ALLOW, RuleScope.ONCE, null, null));
        return Duration.ofNanos(System.nanoTime() - before);
    }

    /// Runs the script again until there is a new snapshot for this reason: at most one is taken in a minute.
    private Snapshot repeated(String script, SnapshotReason reason) throws Exception {
        List<String> before = all().stream().map(Snapshot::id).toList();
        List<Snapshot> found = new ArrayList<>();
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(8)).until(() -> {
            machine.run(script);
            all().stream()
                    .filter(each -> each.automatic() == reason && !before.contains(each.id()))
                    .forEach(found::add);
            return !found.isEmpty();
        });
        return shown(found.getFirst());
    }

    private Snapshot await(SnapshotReason reason) throws Exception {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> automatic().stream().anyMatch(each -> each.automatic() == reason));
        return shown(automatic().stream()
                .filter(each -> each.automatic() == reason)
                .toList()
                .getLast());
    }

    private static Snapshot shown(Snapshot taken) {
        System.out.printf("%s: paused %d ms, %,d bytes%n", taken.name(), taken.pauseMillis(), taken.size());
        return taken;
    }

    private List<Snapshot> automatic() throws Exception {
        return all().stream().filter(each -> each.automatic() != null).toList();
    }

    private List<Snapshot> all() throws Exception {
        return agent.client().call(SnapshotApi.LIST.at(machine.id()));
    }
}
