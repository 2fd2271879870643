package dev.belljar.agent.autosnapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.recording.WatchedExec;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests when snapshots are taken automatically, which are deleted, and that a guest can neither fill the disk
/// with them nor delay approvals. The clock is the test's own.
@Tag("slow")
class AutomaticSnapshotServiceTest {
    private static final Duration QUIET = Duration.ofSeconds(31);
    private static final Duration WAIT = Duration.ofSeconds(3);
    private static final Duration INTERVAL = Duration.ofMinutes(11);

    @TempDir
    private Path temp;

    private SandboxFixture host;
    private String id;
    private SandboxRuntime sandbox;
    private SnapshotSettingsStore settings;
    private AutomaticSnapshots auto;
    private Duration skipped = Duration.ZERO;
    private Executor threads = Runnable::run;
    private int number;
    private final List<FlowDecision> answers = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws Exception {
        host = new SandboxFixture(temp);
        id = host.running();
        host.openers().link().executes();
        sandbox = host.registry().find(id);
        settings = SnapshotSettingsStore.open(host.folders().data(), Map.of());
        open();
    }

    @AfterEach
    void close() {
        host.close();
    }

    /// Begins to take snapshots automatically, as a new host agent does.
    private void open() throws Exception {
        auto = new AutomaticSnapshots(
                host.registry(),
                service(),
                new SnapshotLimits(
                        host.registry(),
                        service(),
                        host.dependencies().quotas(),
                        host.folders(),
                        () -> Instant.now().plus(skipped)),
                settings,
                task -> threads.execute(task),
                () -> System.nanoTime() / 1_000_000 + skipped.toMillis(),
                () -> WAIT);
        service().tell(auto);
        policies().tellBeforeAllowing(auto);
        sandbox.observation().writes().tell(auto.watch(sandbox));
        auto.look();
    }

    @Test
    void anApprovalTakesEffectAfterItsSnapshot() throws Exception {
        List<Integer> during = new ArrayList<>();
        host.openers().link().whileSyncing(() -> during.add(answers.size()));
        asks("a.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(during).containsExactly(0);
        assertThat(answers).extracting(FlowDecision::verdict).containsExactly(Verdict.ALLOWED);
        Snapshot taken = automatic().getFirst();
        assertThat(taken.automatic()).isEqualTo(SnapshotReason.APPROVAL);
        assertThat(taken.name()).isEqualTo("before approving a.org");
        assertThat(taken.work()).isNotNull();
    }

    @Test
    void aStoredRuleThatAnswersIsAnApprovalToo() throws Exception {
        asks("a.org");
        answer(RuleAction.ALLOW, RuleScope.SANDBOX);
        assertThat(automatic()).hasSize(1);
    }

    @Test
    void aDenialNeedsNoSnapshot() throws Exception {
        asks("a.org");
        answer(RuleAction.DENY, RuleScope.ONCE);
        assertThat(automatic()).isEmpty();
    }

    @Test
    void anApprovalDoesNotNeedItsSnapshot() throws Exception {
        host.driver().machine().saves(false);
        asks("a.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(answers).extracting(FlowDecision::verdict).containsExactly(Verdict.ALLOWED);
        assertThat(automatic()).isEmpty();
        assertThat(notes()).hasSize(1).first().asString().contains("before approving a.org", "0 MiB are free");
        pass(INTERVAL);
        asks("b.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(answers).hasSize(2);
    }

    @Test
    void aSlowGuestDelaysOneApprovalShortly() throws Exception {
        threads = task -> Thread.ofPlatform().start(task);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        host.openers().link().whileSyncing(() -> {
            awaited(end);
            ended.countDown();
        });
        asks("a.org");
        long before = System.nanoTime();
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        Duration first = Duration.ofNanos(System.nanoTime() - before);
        assertThat(first).isGreaterThanOrEqualTo(WAIT).isLessThan(Duration.ofSeconds(20));
        assertThat(answers).hasSize(1);
        pass(INTERVAL);
        asks("b.org");
        before = System.nanoTime();
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .as("the first attempt still runs")
                .isLessThan(WAIT);
        end.countDown();
        awaited(ended);
        Awaitility.await().until(() -> !notes().isEmpty());
        assertThat(notes().getFirst()).contains("took too long");
        assertThat(automatic()).as("a late one would not be from before").isEmpty();
    }

    /// The second one is answered while the attempt for the first runs.
    @Test
    void twoApprovalsWaitForTheSameSnapshot() throws Exception {
        threads = task -> Thread.ofPlatform().start(task);
        CountDownLatch saving = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        host.driver().machine().whileSaving(() -> {
            saving.countDown();
            awaited(end);
        });
        asks("a.org");
        asks("b.org");
        List<Approval> waiting = policies().waiting(id).waiting();
        Thread first = answering(waiting.get(0));
        awaited(saving);
        Thread second = answering(waiting.get(1));
        Awaitility.await().until(() -> second.getState() == Thread.State.TIMED_WAITING);
        assertThat(answers).isEmpty();
        end.countDown();
        first.join();
        second.join();
        assertThat(answers).hasSize(2);
        assertThat(automatic()).extracting(Snapshot::name).containsExactly("before approving a.org");
        assertThat(notes()).isEmpty();
    }

    private Thread answering(Approval waiting) {
        return Thread.ofPlatform().start(() -> {
            try {
                var _ = policies()
                        .answer(waiting.id(), new AnswerApproval(RuleAction.ALLOW, RuleScope.ONCE, null, null));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void anApprovalWithoutASnapshotIsNotedWithTheReason() throws Exception {
        asks("a.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(notes()).isEmpty();
        asks("same.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(notes()).as("nothing happened since the snapshot").isEmpty();
        written("/workspace/a");
        asks("b.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(notes())
                .containsExactly("no snapshot was taken before approving b.org: the last attempt before an approval was"
                        + " less than 10 minutes ago");
        pass(INTERVAL);
        quota(1024L << 20);
        for (String name : List.of("c.org", "d.org")) {
            asks(name);
            answer(RuleAction.ALLOW, RuleScope.ONCE);
            pass(INTERVAL);
        }
        assertThat(notes()).hasSize(3);
        assertThat(notes().get(1)).contains("before approving c.org", "disk quota");
        assertThat(notes().get(2)).as("each time").contains("before approving d.org", "disk quota");
        sandbox.observation().stands(Problem.of(ProblemCode.BAD_REQUEST, "paused", "no space", null));
        asks("e.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(notes()).last().asString().contains("before approving e.org", "the machine is paused");
        assertThat(answers).hasSize(6);
    }

    @Test
    void aSaveThatIsNotDoneInTimeIsNotCalledOneFromBefore() throws Exception {
        threads = task -> Thread.ofPlatform().start(task);
        CountDownLatch end = new CountDownLatch(1);
        host.driver().machine().whileSaving(() -> awaited(end));
        asks("a.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(answers).hasSize(1);
        end.countDown();
        Awaitility.await()
                .until(() -> automatic().stream().anyMatch(each -> "while approving a.org".equals(each.name())));
        assertThat(automatic()).hasSize(1);
    }

    @Test
    void aGuestThatAsksInALoopCausesOneSnapshot() throws Exception {
        for (int i = 0; i < 8; i++) {
            asks("n" + i + ".org");
            answer(RuleAction.ALLOW, RuleScope.ONCE);
            written("/workspace/a" + i);
            pass(Duration.ofSeconds(20));
        }
        assertThat(answers).hasSize(8);
        assertThat(automatic()).hasSize(1);
    }

    @Test
    void aMassDeleteNamesTheSnapshotFromBefore() throws Exception {
        Snapshot own = requested("mine");
        deleted(49);
        auto.look();
        assertThat(automatic()).isEmpty();
        deleted(1);
        auto.look();
        Snapshot taken = automatic().getFirst();
        assertThat(taken.automatic()).isEqualTo(SnapshotReason.MASS_DELETE);
        assertThat(taken.name()).isEqualTo("at the beginning of a mass deletion");
        assertThat(taken.note()).endsWith("the newest earlier snapshot is " + own.id());
    }

    @Test
    void aMachineThatBecameQuietAfterWorkIsSaved() throws Exception {
        attends();
        pass(Duration.ofMinutes(1));
        written("/workspace/a.c");
        pass(Duration.ofSeconds(20));
        assertThat(automatic()).isEmpty();
        pass(QUIET);
        assertThat(automatic()).extracting(Snapshot::automatic).containsExactly(SnapshotReason.QUIET);
        assertThat(automatic().getFirst().note()).isNull();
    }

    @Test
    void aMachineWithoutATerminalHasNoPrompt() throws Exception {
        pass(Duration.ofMinutes(1));
        written("/workspace/a.c");
        pass(QUIET);
        assertThat(automatic()).isEmpty();
    }

    @Test
    void anIdleGuestIsNotSavedAgain() throws Exception {
        attends();
        pass(Duration.ofMinutes(1));
        written("/workspace/a.c");
        for (int i = 0; i < 50; i++) {
            pass(INTERVAL);
        }
        assertThat(automatic()).hasSize(1);
        Snapshot _ = requested("mine");
        pass(INTERVAL);
        asks("a.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(automatic()).as("nothing happened since the user's own").hasSize(1);
    }

    @Test
    void theLoadOfASnapshotIsNoWork() throws Exception {
        attends();
        pass(Duration.ofMinutes(1));
        written("/workspace/a.c");
        pass(QUIET);
        pass(Duration.ofSeconds(10));
        sandbox.observation().activity().cpu(900);
        pass(INTERVAL);
        assertThat(automatic()).hasSize(1);
        sandbox.observation().activity().cpu(900);
        pass(INTERVAL);
        assertThat(automatic()).hasSize(2);
    }

    @Test
    void aHostileGuestCausesFewAndDeletesNoneOfTheUser() throws Exception {
        attends();
        Snapshot own = requested("mine");
        Snapshot kept = null;
        for (int i = 0; i < 100; i++) {
            deleted(60);
            written("/workspace/a" + i);
            if (i % 10 == 0) {
                asks("n" + i + ".org");
                answer(RuleAction.ALLOW, RuleScope.ONCE);
            }
            pass(Duration.ofMinutes(3));
            if (i == 30) {
                kept = service().keep(automatic().getFirst().id());
            }
        }
        assertThat(automatic()).hasSize(3);
        assertThat(all()).hasSize(5).contains(own).contains(kept);
        assertThat(taken()).as("in 300 minutes").isBetween(20L, 32L);
    }

    @Test
    void theOldestIsDeletedUnlessItIsUsed() throws Exception {
        Snapshot first = next();
        Sandbox _ = host.api()
                .snapshots()
                .branches()
                .branch(first.id(), new BranchSandbox("tried", 1))
                .getFirst();
        host.settle("tried");
        Snapshot second = next();
        Snapshot third = next();
        Snapshot fourth = next();
        assertThat(automatic()).containsExactly(first, second, third, fourth);
        Snapshot fifth = next();
        assertThat(automatic()).containsExactly(first, third, fourth, fifth);
    }

    @Test
    void aKeptSnapshotIsNotDeletedByOneWhoStillTakesItForAutomatic() throws Exception {
        Snapshot old = next();
        Snapshot kept = service().keep(old.id());
        assertThat(kept.automatic()).isNull();
        service().deleteAutomatic(old);
        assertThat(all()).containsExactly(kept);
        host.stopAgent();
        assertThat(service().snapshots(null)).containsExactly(kept);
    }

    @Test
    void aUsersNameIsNotAmbiguousBecauseOfAGuest() throws Exception {
        Snapshot own = requested("before approving a.org");
        asks("a.org");
        written("/workspace/a");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(all()).extracting(Snapshot::name).containsOnly(own.name());
        service().delete(String.valueOf(own.name()));
        assertThat(all()).doesNotContain(own).hasSize(1);
    }

    @Test
    void noneIsTakenWithoutRoomToRewriteTheDisk() throws Exception {
        host.driver().machine().saveBytes(1 << 20);
        long disk = 1024L << 20;
        quota(disk);
        deleted(50);
        auto.look();
        assertThat(automatic()).isEmpty();
        assertThat(notes()).hasSize(1).first().asString().contains("disk quota");
        pass(INTERVAL);
        deleted(50);
        auto.look();
        assertThat(notes()).as("the same is told once").hasSize(1);
        pass(INTERVAL);
        quota(2 * disk);
        deleted(50);
        auto.look();
        assertThat(automatic()).hasSize(1);
    }

    @Test
    void theReserveOfTheHostIsNotTouched() throws Exception {
        host.reserves(1L << 60);
        deleted(50);
        auto.look();
        assertThat(automatic()).isEmpty();
        assertThat(notes()).hasSize(1).first().asString().contains("this computer's disk");
    }

    @Test
    void aPausedMachineIsLeftAlone() throws Exception {
        sandbox.observation().stands(Problem.of(ProblemCode.BAD_REQUEST, "paused", "no space", null));
        deleted(50);
        auto.look();
        assertThat(automatic()).isEmpty();
        sandbox.observation().goesOn();
        auto.look();
        assertThat(automatic()).as("not at the beginning any more").isEmpty();
    }

    @Test
    void oneRunsAtATime() throws Exception {
        List<Runnable> held = new ArrayList<>();
        threads = held::add;
        deleted(50);
        auto.look();
        pass(INTERVAL);
        deleted(50);
        auto.look();
        assertThat(held).hasSize(1);
        threads = Runnable::run;
        host.openers().link().whileSyncing(() -> {
            assertThat(service().busy(id)).isTrue();
            deleted(50);
            auto.look();
        });
        Snapshot _ = requested("mine");
        assertThat(service().busy(id)).isFalse();
        assertThat(automatic()).isEmpty();
    }

    @Test
    void theyCanBeSwitchedOff() throws Exception {
        settings.set(host.folder(id), new SetAutomaticSnapshots(false, null, null, null, null));
        attends();
        pass(Duration.ofMinutes(1));
        deleted(50);
        pass(QUIET);
        asks("a.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(answers).hasSize(1);
        assertThat(automatic()).isEmpty();
    }

    @Test
    void oneOccasionCanBeSwitchedOff() throws Exception {
        settings.set(
                host.folder(id),
                new SetAutomaticSnapshots(
                        null, null, null, null, List.of(SnapshotReason.APPROVAL, SnapshotReason.QUIET)));
        deleted(50);
        auto.look();
        assertThat(automatic()).isEmpty();
        asks("a.org");
        answer(RuleAction.ALLOW, RuleScope.ONCE);
        assertThat(automatic()).hasSize(1);
    }

    @Test
    void aNewHostAgentKeepsToTheInterval() throws Exception {
        deleted(50);
        auto.look();
        open();
        deleted(50);
        auto.look();
        assertThat(automatic()).hasSize(1);
        pass(INTERVAL);
        deleted(50);
        auto.look();
        assertThat(automatic()).hasSize(2);
    }

    @Test
    void thoseOfADeletedSandboxAreDeleted() throws Exception {
        Snapshot own = requested("mine");
        Snapshot _ = next();
        host.api().sandboxes().destroy(id);
        pass(Duration.ofHours(2));
        assertThat(service().snapshots(null)).as("it can be restored").hasSize(2);
        host.api().storage().trash().empty(true);
        pass(Duration.ofHours(2));
        assertThat(service().snapshots(null)).containsExactly(own);
    }

    private SnapshotService service() {
        try {
            return host.api().snapshots().taken();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private PolicyService policies() {
        return host.dependencies().egress().policies();
    }

    /// Takes the next automatic snapshot.
    private Snapshot next() throws Exception {
        pass(INTERVAL);
        deleted(50);
        auto.look();
        return automatic().getLast();
    }

    private Snapshot requested(String name) throws Exception {
        return service().snapshot(id, new TakeSnapshot(name, null));
    }

    private List<Snapshot> automatic() throws Exception {
        return all().stream().filter(each -> each.automatic() != null).toList();
    }

    private List<Snapshot> all() throws Exception {
        return service().snapshots(id);
    }

    private void quota(long bytes) throws Exception {
        var _ = host.api().storage().usage().change(id, new SetQuota(bytes));
    }

    private void pass(Duration time) {
        skipped = skipped.plus(time);
        host.later(time);
        auto.look();
    }

    /// Opens a terminal.
    private void attends() throws Exception {
        GuestExec exec = host.openers().link().exec(ExecCommand.of("sh"));
        new WatchedExec(exec, sandbox.observation().activity(), true).close();
    }

    private void asks(String name) {
        var _ = policies()
                .of(sandbox.subject(), _ -> {})
                .hold(new Destination("dns", "10.213.0.1", 53, name), UnaryOperator.identity(), answers::add);
    }

    private void answer(RuleAction action, RuleScope scope) throws Exception {
        Approval waiting = policies().waiting(id).waiting().getFirst();
        var _ = policies().answer(waiting.id(), new AnswerApproval(action, scope, null, null));
    }

    private void deleted(int files) {
        for (int i = 0; i < files; i++) {
            happens(FileOp.UNLINK, "/workspace/src/file" + i);
        }
    }

    private void written(String path) {
        happens(FileOp.WRITE, path);
    }

    private void happens(FileOp op, String path) {
        number++;
        try {
            sandbox.observation()
                    .events(
                            "boot",
                            List.of(new GuestEvent(number, new FileEvent(0, 1, 7, 70, "rm", op, path, null, 1))));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What was noted about snapshots that were not taken.
    private List<String> notes() throws Exception {
        return events(EventType.SANDBOX).stream()
                .filter(event -> event instanceof SandboxEvent note && note.detail() != null)
                .map(event -> String.valueOf(((SandboxEvent) event).detail()))
                .filter(detail -> detail.startsWith("no snapshot was taken"))
                .toList();
    }

    private long taken() throws Exception {
        return events(EventType.SNAPSHOT).stream()
                .filter(event -> ((HostEvent.SnapshotChanged) event).change() == HostEvent.ChangeKind.ADDED)
                .count();
    }

    private List<Event> events(EventType type) throws Exception {
        List<Event> all = new ArrayList<>();
        try (JournalCursor cursor = sandbox.observation().journal().cursor(0, EnumSet.of(type))) {
            for (List<Event> next = cursor.next(500, Duration.ZERO);
                    !next.isEmpty();
                    next = cursor.next(500, Duration.ZERO)) {
                all.addAll(next);
            }
        }
        return all;
    }
}
