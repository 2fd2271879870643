package dev.belljar.agent.autosync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.recording.WorkspaceListener;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkStanding.ConflictKind;
import dev.belljar.agent.sync.WorkStanding.StandingConflict;
import dev.belljar.contract.event.CommitMade;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.SyncChanged;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that work is fetched in each mode when it should be, and what the state of the sync is then. The clock is
/// the test's own, and nothing runs at the same time.
@Tag("slow")
class AutoSyncTest {
    @TempDir
    private Path temp;

    private SandboxFixture host;
    private SandboxRuntime sandbox;
    private SyncSettingsStore settings;
    private AutoSync auto;
    private WorkspaceListener listener;
    private final Deque<Runnable> held = new ArrayDeque<>();
    private boolean holds;
    private long now;
    private int number;

    @BeforeEach
    void start() throws Exception {
        host = new SandboxFixture(temp);
        String id = host.running();
        host.openers().link().executes();
        sandbox = host.registry().find(id);
        settings = new SyncSettingsStore(host.folders().data());
        host.workspace().finds(plan(1, 0));
        now = 1_000_000;
        open();
    }

    @AfterEach
    void close() {
        host.close();
    }

    /// Starts to fetch by itself, as a new host agent does.
    private void open() throws Exception {
        Instant began = Instant.now().plusSeconds(60);
        long at = now;
        auto = new AutoSync(
                host.registry(),
                host.api().queries(),
                host.workspace().fetchedWork(),
                settings,
                this::execute,
                () -> now,
                () -> began.plusMillis(now - at));
        listener = auto.watch(sandbox);
        sandbox.observation().writes().tell(listener);
    }

    private void execute(Runnable task) {
        if (holds) {
            held.add(task);
        } else {
            task.run();
        }
    }

    @Test
    void aCommitIsInTheReviewQueueOfTheModeAutoCommit() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        commits();
        pass(Duration.ofMillis(150));
        assertThat(fetches()).isZero();
        pass(Duration.ofMillis(60));
        assertThat(fetches()).isEqualTo(1);
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
        assertThat(status().commits()).isEqualTo(1);
        assertThat(status().fetched()).isNotNull();
        assertThat(status().changed()).isFalse();
        pass(Duration.ofHours(1));
        assertThat(fetches()).isEqualTo(1);
    }

    @Test
    void automaticFetchesDoNotCountAsReviewsThatAUserOpened() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(host.workspace().causes()).containsExactly(FetchCause.BACKGROUND);
        SyncPlan _ = host.api().queries().plan(sandbox.id());
        assertThat(host.workspace().causes()).containsExactly(FetchCause.BACKGROUND, FetchCause.REVIEW);
        // The window asks for these figures again and again.
        SandboxWork _ = host.api().queries().work(sandbox.id(), true);
        assertThat(host.workspace().causes().getLast()).isEqualTo(FetchCause.BACKGROUND);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/workspace/.git/refs/heads/main",
                "/workspace/.git/refs/heads/feature/a",
                "/workspace/.git/packed-refs",
                "/workspace/.git/HEAD",
                "/workspace/.git/logs/HEAD",
                "/workspace/.git/reftable/tables.list"
            })
    void everyWayToMoveABranchCounts(String path) throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        happens(FileOp.RENAME, path + ".lock", path);
        pass(Duration.ofSeconds(1));
        assertThat(fetches()).isEqualTo(1);
    }

    @Test
    void filesAreNoCommit() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        written("/workspace/src/a.ts");
        written("/workspace/.git/index.lock");
        written("/workspace/.git/refs/heads/main.lock");
        written("/workspace/.git/objects/ab/cdef");
        written("/workspace/vendor/.git/HEAD");
        written("/home/agent/.git/HEAD");
        pass(Duration.ofHours(1));
        assertThat(fetches()).isZero();
        assertThat(status().state()).isEqualTo(SyncState.CHANGED);
    }

    @Test
    void idleModeFetchesOnceNothingWasWritten() throws Exception {
        set(new SetSync(SyncMode.AUTO_IDLE, 10));
        for (int i = 0; i < 20; i++) {
            written("/workspace/src/a.ts");
            pass(Duration.ofSeconds(9));
        }
        assertThat(fetches()).isZero();
        pass(Duration.ofSeconds(2));
        assertThat(fetches()).isEqualTo(1);
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
        pass(Duration.ofHours(1));
        assertThat(fetches()).isEqualTo(1);
    }

    @Test
    void manualModeFetchesNothingAndStillTellsThatSomethingChanged() throws Exception {
        assertThat(status().state()).isEqualTo(SyncState.UNKNOWN);
        commits();
        pass(Duration.ofHours(1));
        assertThat(fetches()).isZero();
        assertThat(status().state()).isEqualTo(SyncState.CHANGED);
        assertThat(states()).containsExactly(SyncState.CHANGED);
    }

    @Test
    void theProjectThatIsCopiedIsNoChange() throws Exception {
        written("/workspace/README.md");
        happens(FileOp.UNLINK, "/workspace/.git/belljar-delivering", null);
        assertThat(status().state()).isEqualTo(SyncState.UNKNOWN);
        commits();
        assertThat(status().state()).isEqualTo(SyncState.CHANGED);
        happens(FileOp.UNLINK, "/workspace/.git/belljar-delivering", null);
        assertThat(status().state()).as("only the first time").isEqualTo(SyncState.CHANGED);
    }

    @Test
    void anIdleGuestCausesNothing() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        assertThat(auto.step()).isEqualTo(FetchSchedule.NEVER);
        mode(SyncMode.AUTO_IDLE);
        assertThat(auto.step()).isEqualTo(FetchSchedule.NEVER);
        pass(Duration.ofDays(1));
        assertThat(fetches()).isZero();
    }

    @Test
    void aGuestThatCommitsInALoopCausesFewFetches() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        for (int ms = 0; ms < 600_000; ms++) {
            now++;
            listener.changed(true); // 1,000 commits a second
            if (ms % 50 == 0) {
                long _ = auto.step();
            }
        }
        assertThat(fetches()).isBetween(20, 61);
        assertThat(events(EventType.SYNC)).hasSizeLessThan(200);
    }

    @Test
    void onlyOneFetchRunsAtATime() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        holds = true;
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(held).hasSize(1);
        assertThat(status().state()).isEqualTo(SyncState.WORKING);
        commits();
        pass(Duration.ofSeconds(10));
        assertThat(held).hasSize(1);
        holds = false;
        held.remove().run();
        assertThat(fetches()).isEqualTo(1);
        pass(Duration.ofMinutes(2));
        assertThat(fetches()).isEqualTo(2);
    }

    @Test
    void aFetchThatFailsIsAStateAndIsRepeated() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        host.workspace().fails(new SyncException(SyncException.STALLED, "no progress for 60 s", "Try again.", null));
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(fetches()).isEqualTo(1);
        assertThat(problem()).isEqualTo("no progress for 60 s");
        assertThat(status().state()).isEqualTo(SyncState.CHANGED);
        pass(Duration.ofSeconds(60));
        assertThat(fetches()).as("after 5, 10 and 20 seconds").isEqualTo(4);
        assertThat(problem()).isEqualTo("no progress for 60 s");
        host.workspace().fails(null);
        pass(Duration.ofSeconds(40));
        assertThat(fetches()).isEqualTo(5);
        assertThat(status().problem()).isNull();
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
        pass(Duration.ofHours(1));
        assertThat(fetches()).isEqualTo(5);
    }

    @Test
    void aFailedFetchIsNotRepeatedIfTheWorkWasFetchedMeanwhile() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        host.workspace().fails(new SyncException(SyncException.STALLED, "no progress for 60 s", "Try again.", null));
        commits();
        pass(Duration.ofSeconds(1));
        host.workspace().fails(null);
        auto.fetched(sandbox, host.api().queries().fetch(sandbox.id()));
        assertThat(status().problem()).isNull();
        pass(Duration.ofHours(1));
        assertThat(fetches()).isEqualTo(2);
    }

    @Test
    void aFetchThatAlwaysFailsIsNotRepeatedForever() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        host.workspace().fails(new SyncException(SyncException.STALLED, "no progress for 60 s", "Try again.", null));
        commits();
        pass(Duration.ofDays(1));
        assertThat(fetches()).isEqualTo(1 + FetchSchedule.RETRIES);
        assertThat(problem()).isEqualTo("no progress for 60 s");
        host.workspace().fails(null);
        commits();
        pass(Duration.ofSeconds(10));
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
    }

    @Test
    void aPausedSandboxIsAskedOnceItContinues() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        commits();
        sandbox.observation().stands(Problem.of(new ProblemCode("storage.full", 507), "disk full", "no space", null));
        pass(Duration.ofHours(1));
        assertThat(fetches()).isZero();
        assertThat(status().state()).isEqualTo(SyncState.CHANGED);
        sandbox.observation().goesOn();
        pass(Duration.ofMillis(FetchSchedule.LOOK));
        assertThat(fetches()).isEqualTo(1);
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
    }

    @Test
    void aStoppedSandboxIsNotAsked() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        commits();
        host.stop(sandbox.id());
        int before = fetches();
        pass(Duration.ofHours(1));
        assertThat(fetches()).isEqualTo(before);
    }

    @Test
    void acceptedWorkIsInSync() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        commits();
        pass(Duration.ofSeconds(1));
        host.api().queries().accept(sandbox.id(), new AcceptSync(plan(1, 0).commit(), List.of()));
        auto.accepted(sandbox);
        assertThat(status().state()).isEqualTo(SyncState.IN_SYNC);
        assertThat(status().commits()).isZero();
        written("/workspace/a.txt");
        assertThat(status().state()).isEqualTo(SyncState.CHANGED);
    }

    @Test
    void newerWorkWaitsAlthoughEarlierWorkWasAcceptedMeanwhile() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        commits();
        pass(Duration.ofSeconds(1));
        host.api().queries().accept(sandbox.id(), new AcceptSync(plan(1, 0).commit(), List.of()));
        host.workspace().finds(plan(2, 0));
        host.workspace().fetchedWork().onceAfterStanding(this::fetch);
        auto.accepted(sandbox);
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
        assertThat(status().commits()).isEqualTo(2);
        auto.refresh(auto.of(sandbox));
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
    }

    @Test
    void workWithoutRisksIsAppliedIfTheProjectPermitsIt() throws Exception {
        apply();
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(host.workspace().accepted()).hasSize(1);
        assertThat(host.workspace().accepted().getFirst())
                .isEqualTo(new AcceptSync(plan(1, 0).commit(), List.of()).against("base"));
        assertThat(status().state()).isEqualTo(SyncState.IN_SYNC);
    }

    @Test
    void workThatCouldRunOnTheHostWaitsAlthoughTheProjectPermitsToApply() throws Exception {
        apply();
        host.workspace()
                .doesNotApply(new SyncException(
                        SyncException.REVIEW_REQUIRED, "the changes wait for your review: Makefile", null, null));
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(host.workspace().accepted()).isEmpty();
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
        assertThat(problem()).contains("the changes wait for your review", "Makefile");
    }

    @Test
    void itIsNoProblemIfOtherWorkWasSyncedMeanwhile() throws Exception {
        apply();
        host.workspace().doesNotApply(new SyncException(SyncException.MOVED_ON, "other work was synced", null, null));
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(host.workspace().accepted()).isEmpty();
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
        assertThat(status().problem()).isNull();
    }

    @Test
    void nothingIsAppliedInManualMode() throws Exception {
        apply();
        holds = true;
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(held).hasSize(1);
        mode(SyncMode.MANUAL);
        holds = false;
        held.remove().run();
        assertThat(fetches()).isEqualTo(1);
        assertThat(host.workspace().accepted()).isEmpty();
        assertThat(status().state()).isEqualTo(SyncState.CHANGED);
    }

    @Test
    void commitsOfTheUserOnTheBranchAreAConflict() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        StandingConflict commits = new StandingConflict(
                ConflictKind.OTHER_COMMITS, "branch belljar/shop has commits that are not from it");
        host.workspace().fetchedWork().conflicts(List.of(commits));
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(status().state()).isEqualTo(SyncState.CONFLICT);
        assertThat(problem()).contains("belljar/shop has commits");
        Problem problem = status().problem();
        assertThat(problem).isNotNull();
        assertThat(problem.hint()).contains("git branch -m belljar/shop NAME").doesNotContain("belljar push");
        StandingConflict files =
                new StandingConflict(ConflictKind.SAME_FILES, "commits on branch main of the project also change a");
        host.workspace().fetchedWork().conflicts(List.of(files));
        auto.refresh(auto.of(sandbox));
        problem = status().problem();
        assertThat(problem).isNotNull();
        assertThat(problem.hint()).contains("belljar push shop --merge").doesNotContain("git branch -m");
        host.workspace().fetchedWork().conflicts(List.of());
        auto.refresh(auto.of(sandbox));
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
    }

    @Test
    void riskyFilesAreCounted() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        host.workspace().finds(plan(2, 3, "make runs it", null, "an editor reads it"));
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(status().risky()).isEqualTo(2);
        assertThat(status().commits()).isEqualTo(2);
        assertThat(status().files()).isEqualTo(3);
    }

    @Test
    void eachNewCommitIsAnEventAndOneFetchRecordsOnlyTheNewest() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        host.workspace().finds(plan(1, 0));
        commits();
        pass(Duration.ofSeconds(1));
        commits();
        pass(Duration.ofSeconds(10));
        host.workspace().finds(plan(500, 0));
        commits();
        pass(Duration.ofSeconds(10));
        List<Event> made = events(EventType.COMMIT);
        assertThat(made).hasSize(1 + SandboxSync.MOST_COMMITS);
        assertThat((CommitMade) made.getFirst())
                .extracting(CommitMade::subject, CommitMade::author, CommitMade::branch, CommitMade::sandbox)
                .containsExactly("commit 0", "agent", "main", sandbox.id());
        assertThat(((CommitMade) made.getLast()).subject()).isEqualTo("commit 499");
    }

    @Test
    void aNewHostAgentKnowsWhatWaitsWithoutAskingTheGuest() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        commits();
        pass(Duration.ofSeconds(1));
        int before = fetches();
        open();
        auto.refresh(auto.of(sandbox));
        assertThat(status().state()).isEqualTo(SyncState.WAITING);
        assertThat(status().commits()).isEqualTo(1);
        assertThat(status().settings().mode()).isEqualTo(SyncMode.AUTO_COMMIT);
        assertThat(fetches()).isEqualTo(before);
        commits();
        pass(Duration.ofSeconds(1));
        assertThat(events(EventType.COMMIT))
                .as("known commits are not recorded again")
                .hasSize(1);
    }

    @Test
    void theEventsShowEachStateOnce() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        commits();
        pass(Duration.ofMillis(100));
        pass(Duration.ofSeconds(5));
        assertThat(states())
                .containsExactly(SyncState.UNKNOWN, SyncState.CHANGED, SyncState.WORKING, SyncState.WAITING);
    }

    @Test
    void anotherModeFetchesWhatHasChangedAlready() throws Exception {
        commits();
        pass(Duration.ofMinutes(1));
        mode(SyncMode.AUTO_COMMIT);
        pass(Duration.ofSeconds(1));
        assertThat(fetches()).isEqualTo(1);
    }

    @Test
    void lostEventsCountAsACommit() throws Exception {
        mode(SyncMode.AUTO_COMMIT);
        event(new Event.GapEvent(0, 1, "lost", 12, "the guest's ring was full"));
        pass(Duration.ofSeconds(1));
        assertThat(fetches()).isEqualTo(1);
    }

    private void apply() throws Exception {
        SyncSettings _ = settings.set(
                sandbox.project(), new SetProjectSync(sandbox.project().toString(), SyncMode.AUTO_COMMIT, null, true));
        SyncSettings _ = auto.reset(sandbox);
    }

    private void mode(SyncMode mode) throws Exception {
        set(new SetSync(mode, null));
    }

    private void set(SetSync request) throws Exception {
        settings.set(sandbox.folder(), request);
        SyncSettings _ = auto.reset(sandbox);
    }

    /// Lets the time pass, and does what becomes due.
    private void pass(Duration time) {
        long end = now + time.toMillis();
        long wait = auto.step();
        while (wait != FetchSchedule.NEVER && now + wait <= end) {
            now += wait;
            wait = auto.step();
        }
        now = end;
    }

    private void fetch() {
        try {
            auto.fetched(sandbox, host.api().queries().fetch(sandbox.id()));
        } catch (BelljarException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private int fetches() {
        return host.workspace().fetches();
    }

    private SyncStatus status() {
        return auto.of(sandbox).status(System.currentTimeMillis());
    }

    private String problem() {
        Problem problem = Objects.requireNonNull(status().problem());
        return problem.detail();
    }

    private List<SyncState> states() throws Exception {
        return events(EventType.SYNC).stream()
                .map(event -> ((SyncChanged) event).status().state())
                .toList();
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

    private static SyncPlan plan(int commits, int files, @Nullable String... risks) {
        List<WorkCommit> made = IntStream.range(0, commits)
                .mapToObj(i -> new WorkCommit("%040x".formatted(i + 1), "commit " + i, "agent", 1_000L * i))
                .toList();
        List<FileChange> changes = new ArrayList<>();
        for (String risk : risks) {
            changes.add(new FileChange("A", "file" + changes.size(), null, 1, 0, false, risk));
        }
        FileDiff diff = new FileDiff("base", "tip", changes, List.of(), true);
        FileDiff none = new FileDiff("base", "tip", List.of(), List.of(), true);
        return new SyncPlan("%040x".formatted(9_000 + commits), "base", "belljar/shop", made, files, diff, none, false);
    }

    private void commits() throws Exception {
        written("/workspace/.git/index.lock");
        happens(FileOp.RENAME, "/workspace/.git/refs/heads/main.lock", "/workspace/.git/refs/heads/main");
        written("/workspace/.git/logs/HEAD");
    }

    private void written(String path) throws Exception {
        happens(FileOp.WRITE, path, null);
    }

    private void happens(FileOp op, String path, @Nullable String to) throws Exception {
        event(new FileEvent(0, 1, 7, 70, "git", op, path, to, 1));
    }

    private void event(Event event) throws Exception {
        number++;
        host.openers().observer().events("boot", List.of(new GuestEvent(number, event)));
    }
}
