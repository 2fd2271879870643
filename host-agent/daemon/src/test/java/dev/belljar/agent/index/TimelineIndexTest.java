package dev.belljar.agent.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.ApprovalEvent.DecidedBy;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.HostEvent.ChangeKind;
import dev.belljar.contract.event.HostEvent.SnapshotChanged;
import dev.belljar.contract.event.HostEvent.StateChanged;
import dev.belljar.contract.event.HostEvent.WorkSynced;
import dev.belljar.contract.event.HostEvent.WorkSynced.WorkStage;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.timeline.PastState.ActiveFolder;
import dev.belljar.contract.view.timeline.PastState.ActiveName;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.Timeline.FileInterval;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import dev.belljar.contract.view.timeline.Timeline.TrafficInterval;
import dev.belljar.contract.view.timeline.Timeline.Unobserved;
import dev.belljar.contract.view.timeline.TimelineMark;
import dev.belljar.contract.view.timeline.TimelineMark.Kind;
import dev.belljar.contract.view.timeline.WrittenFiles;
import dev.belljar.contract.view.timeline.WrittenFiles.FileWrites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests what the index knows about the history of a sandbox.
class TimelineIndexTest {
    private static final List<FileOp> OPS = List.of(FileOp.values());

    @TempDir
    private Path folder;

    private EventIndex index;

    @BeforeEach
    void open() throws Exception {
        index = EventIndex.open(folder.resolve("index.db"));
    }

    @AfterEach
    void close() {
        index.close();
    }

    @Test
    void filesAreCountedBySecondAndBytesAsDifferences() throws Exception {
        IndexedStory story = new IndexedStory()
                .state("running")
                .add(file(2_100, 5, FileOp.CREATE, "/workspace/a", null))
                .add(file(2_200, 5, FileOp.WRITE, "/workspace/a", null))
                .add(file(2_300, 5, FileOp.UNLINK, "/etc/b", null))
                .net(NetOp.OPEN, 7, null, "a.org", 100, 0, Verdict.ALLOWED)
                .net(NetOp.UPDATE, 7, null, null, 150, 900, Verdict.ALLOWED)
                .net(NetOp.CLOSE, 7, null, null, 150, 1_000, Verdict.ALLOWED);
        Timeline timeline = timeline(story, 1_000L, 8_000L);
        assertThat(timeline.width()).isEqualTo(1_000);
        assertThat(timeline.files()).containsExactly(new FileInterval(2_000, 1, 1, 1));
        assertThat(timeline.traffic())
                .containsExactly(
                        new TrafficInterval(5_000, 100, 0),
                        new TrafficInterval(6_000, 50, 900),
                        new TrafficInterval(7_000, 0, 100));
        assertThat(timeline.begin()).isEqualTo(1_000);
        assertThat(timeline.end()).isEqualTo(7_000);
        assertThat(timeline.seq()).isEqualTo(7);
        assertThat(timeline.overview()).hasSize(240);
        assertThat(timeline.overview().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(7);
    }

    @Test
    void intervalsBeginAtMultiplesOfTheirWidth() throws Exception {
        IndexedStory story = new IndexedStory().state("running");
        for (int i = 0; i < 600; i++) {
            story.add(file(10_000 + i * 1_000L, 5, FileOp.WRITE, "/workspace/a", null));
        }
        apply(story);
        Timeline timeline = index.timeline("s", period(12_345L, 500_000L, 60, 0));
        assertThat(timeline.width()).isEqualTo(10_000);
        assertThat(timeline.files()).hasSizeBetween(49, 60);
        assertThat(timeline.files()).allMatch(interval -> interval.at() % 10_000 == 0 && interval.changed() <= 10);
        Timeline moved = index.timeline("s", period(17_345L, 505_000L, 60, 0));
        assertThat(moved.files()).containsAll(timeline.files().subList(1, 40));
    }

    @Test
    void oneBatchManyBatchesAndARebuildGiveTheSameTimeline() throws Exception {
        IndexedStory story = random(new Random(7), 3_000);
        index.apply("whole", story.events);
        for (int size : new int[] {1, 7, 500}) {
            String sandbox = "by" + size;
            for (int from = 0; from < story.events.size(); from += size) {
                index.apply(sandbox, story.events.subList(from, Math.min(story.events.size(), from + size)));
            }
            assertThat(index.timeline(sandbox, whole())).isEqualTo(index.timeline("whole", whole()));
            assertThat(index.moment(sandbox, 1_500_000)).isEqualTo(index.moment("whole", 1_500_000));
            assertThat(index.writes(sandbox, "f1", 100)).isEqualTo(index.writes("whole", "f1", 100));
            index.drop(sandbox);
            assertThat(index.timeline(sandbox, whole()).marks()).isEmpty();
            index.apply(sandbox, story.events);
            assertThat(index.timeline(sandbox, whole())).isEqualTo(index.timeline("whole", whole()));
        }
    }

    @Test
    void theLongestProcessesOfAPeriodAreThoseThatRanInIt() throws Exception {
        IndexedStory story = random(new Random(11), 4_000);
        apply(story);
        List<ProcessBar> all =
                index.timeline("s", period(null, null, 240, 2_000)).processes();
        Random random = new Random(5);
        for (int i = 0; i < 50; i++) {
            long from = 1_000L + random.nextInt(4_000_000);
            long to = from + 1 + random.nextInt(200_000);
            List<ProcessBar> ran = all.stream()
                    .filter(bar -> bar.started() <= to && (bar.ended() == null || bar.ended() >= from))
                    .toList();
            Timeline timeline = index.timeline("s", period(from, to, 240, 2_000));
            // The period is at least a second long.
            if (timeline.to() == to && timeline.from() == from) {
                assertThat(timeline.processTotal()).isEqualTo(ran.size());
                assertThat(timeline.processes()).containsExactlyInAnyOrderElementsOf(ran);
            }
            Timeline few = index.timeline("s", period(from, to, 240, 3));
            assertThat(few.processes()).hasSizeLessThanOrEqualTo(3);
            assertThat(few.processTotal()).isEqualTo(timeline.processTotal());
        }
    }

    @Test
    void aLongProcessComesBeforeManyShortOnes() throws Exception {
        IndexedStory story = new IndexedStory().exec(1, 0, 10, "server");
        for (int i = 0; i < 100; i++) {
            story.exec(100 + i, 1, 1_000 + i, "cc").exit(100 + i, 1_000 + i, 0);
        }
        story.exit(1, 10, 0).exec(2, 0, 5_000, "shell");
        Timeline timeline = timeline(story, 50_000L, null);
        assertThat(timeline.processes().subList(0, 2))
                .extracting(ProcessBar::comm)
                .containsExactlyInAnyOrder("shell", "server");
        ProcessBar server = timeline.processes().stream()
                .filter(bar -> bar.comm().equals("server"))
                .findFirst()
                .orElseThrow();
        assertThat(server.started()).isEqualTo(1_000);
        assertThat(server.ended()).isEqualTo(202_000);
        assertThat(server.code()).isZero();
    }

    @Test
    void processesOfTheHostAgentComeLast() throws Exception {
        IndexedStory story = new IndexedStory().exec(1, 0, 10, "server");
        story.add(script(50)).exec(51, 50, 200, "git").exec(60, 1, 300, "cc");
        story.exit(60, 300, 1).exit(51, 200, 1);
        Timeline timeline = timeline(story, null, null);
        assertThat(timeline.processTotal()).isEqualTo(4);
        assertThat(timeline.processes()).extracting(ProcessBar::own).containsExactly(false, false, true, true);
        assertThat(timeline.processes()).extracting(ProcessBar::comm).containsExactly("server", "cc", "sh", "git");
        assertThat(index.timeline("s", period(null, null, 240, 3)).processes())
                .as("only if there is room")
                .extracting(ProcessBar::comm)
                .containsExactly("server", "cc", "sh");
    }

    private static ProcEvent script(int pid) {
        List<String> argv = AgentScripts.argv("collect");
        return new ProcEvent(0, 2_000, ProcOp.EXEC, pid, 0, 100, 0, "sh", "/bin/sh", argv, "/", null, null, 0, false);
    }

    @Test
    void timesFromTheGuestDoNotMakeTheAxisLonger() throws Exception {
        long now = System.currentTimeMillis();
        IndexedStory story = new IndexedStory();
        story.add(new GapEvent(0, 0, "lost", 1, "before everything"))
                .add(running(now - 60_000))
                .add(file(0, 5, FileOp.WRITE, "/workspace/old", null))
                .add(file(Long.MAX_VALUE, 5, FileOp.WRITE, "/workspace/new", null))
                .add(file(Long.MIN_VALUE, 5, FileOp.WRITE, "/workspace/never", null));
        apply(story);
        long later = System.currentTimeMillis();
        Timeline timeline = index.timeline("s", new TimelinePeriod(0, later, null, null, null, 240, 10));
        assertThat(timeline.begin()).isEqualTo(now - 60_000);
        assertThat(timeline.end()).isBetween(now, later);
        assertThat(timeline.files()).allMatch(interval -> interval.at() >= now - 62_000 && interval.at() <= later);
        Timeline absurd =
                index.timeline("s", new TimelinePeriod(0, later, Long.MIN_VALUE, Long.MAX_VALUE, null, 240, 10));
        assertThat(absurd.from()).isEqualTo(now - 60_000);
        assertThat(absurd.to()).isEqualTo(later);
        assertThat(index.writes("s", "never", 9)).hasSize(1);
    }

    @Test
    void aProcessWithAFalseStartIsDrawnWithinTheLife() throws Exception {
        IndexedStory story = new IndexedStory().state("running").present(1, 1, "init");
        apply(story);
        Timeline timeline = index.timeline("s", new TimelinePeriod(5_000, 9_000, null, null, null, 240, 10));
        assertThat(timeline.begin()).isEqualTo(5_000);
        assertThat(timeline.processes()).allMatch(bar -> bar.started() >= 5_000);
    }

    @Test
    void anApprovalIsOneMarkFromItsQuestionToItsAnswer() throws Exception {
        Timeline timeline = timeline(new IndexedStory()
                .add(approval(1_000, "asked", "q1", null, null))
                .add(approval(2_000, "asked", "q1", null, null))
                .add(approval(9_000, "answered", "q1", Verdict.ALLOWED, DecidedBy.USER))
                .add(approval(9_500, "asked", "q2", null, null))
                .add(approval(9_900, "expired", "q3", Verdict.REFUSED, DecidedBy.NOBODY)));
        assertThat(timeline.marks()).extracting(TimelineMark::kind).containsOnly(Kind.APPROVAL);
        assertThat(timeline.marks())
                .containsExactly(
                        new TimelineMark(
                                1,
                                1_000,
                                Kind.APPROVAL,
                                "q1",
                                "api.github.com",
                                "allowed by you for this sandbox (curl)",
                                false,
                                9_000L),
                        new TimelineMark(4, 9_500, Kind.APPROVAL, "q2", "api.github.com", "curl", false, null),
                        new TimelineMark(
                                5,
                                9_900,
                                Kind.APPROVAL,
                                "q3",
                                "api.github.com",
                                "nobody answered in time (curl)",
                                true,
                                9_900L));
    }

    @Test
    void theMarkOfAnAutomaticSnapshotSaysSoUntilItIsKept() throws Exception {
        Snapshot snapshot = new Snapshot(
                "m1",
                "s",
                "shop",
                null,
                "before approving a.org",
                null,
                900,
                1,
                null,
                null,
                null,
                1,
                0,
                0,
                SnapshotReason.APPROVAL);
        SnapshotChanged taken = new SnapshotChanged(0, 3_000, "s", ChangeKind.ADDED, "m1", snapshot, "taken");
        SnapshotChanged kept = new SnapshotChanged(0, 4_000, "s", ChangeKind.CHANGED, "m1", snapshot.kept(), null);
        assertThat(timeline(new IndexedStory().add(taken)).marks())
                .containsExactly(new TimelineMark(
                        1, 3_000, Kind.SNAPSHOT, "m1", "before approving a.org", "automatic", false, null));
        assertThat(timeline(new IndexedStory().add(taken).add(kept)).marks())
                .containsExactly(
                        new TimelineMark(1, 3_000, Kind.SNAPSHOT, "m1", "before approving a.org", null, false, null));
    }

    @Test
    void snapshotsSyncsAndStatesAreMarks() throws Exception {
        Snapshot snapshot =
                new Snapshot("m1", "s", "shop", null, "before lunch", "good", 900, 1, null, null, null, 1, 0, 0, null);
        Timeline timeline = timeline(new IndexedStory()
                .state("starting")
                .state("running")
                .add(new SnapshotChanged(0, 3_000, "s", ChangeKind.ADDED, "m1", snapshot, "taken"))
                .add(new WorkSynced(0, 4_000, "s", WorkStage.ACCEPTED, "belljar/shop", "abc", 12, null))
                .add(new SnapshotChanged(0, 5_000, "s", ChangeKind.DELETED, "m1", null, null))
                .state("stopped"));
        assertThat(timeline.marks())
                .containsExactly(
                        new TimelineMark(2, 2_000, Kind.STATE, null, "running", null, false, null),
                        new TimelineMark(3, 3_000, Kind.SNAPSHOT, "m1", "before lunch", "deleted", false, 5_000L),
                        new TimelineMark(4, 4_000, Kind.SYNC, "abc", "belljar/shop", "12 files", false, null),
                        new TimelineMark(6, 6_000, Kind.STATE, null, "stopped", null, false, null));
    }

    @Test
    void aFetchedCommitIsAMarkOnceAndAFetchWithoutWorkIsNone() throws Exception {
        Timeline timeline = timeline(new IndexedStory()
                .add(new WorkSynced(0, 1_000, "s", WorkStage.FETCHED, null, null, null, null))
                .add(new WorkSynced(0, 2_000, "s", WorkStage.FETCHED, "main", "abc", null, null))
                .add(new WorkSynced(0, 3_000, "s", WorkStage.FETCHED, "main", "abc", null, null))
                .add(new WorkSynced(0, 4_000, "s", WorkStage.FETCHED, "refs/saved", null, null, null)));
        assertThat(timeline.marks())
                .extracting(TimelineMark::kind, TimelineMark::at, TimelineMark::label)
                .containsExactly(tuple(Kind.COMMIT, 2_000L, "main"), tuple(Kind.SYNC, 4_000L, "refs/saved"));
    }

    @Test
    void blockedConnectionsToOneNameAreOneMarkAMinute() throws Exception {
        IndexedStory story = new IndexedStory();
        for (int flow = 1; flow <= 59; flow++) {
            story.net(NetOp.OPEN, flow, null, "evil.example", 60, 0, Verdict.REFUSED);
            if (flow % 20 == 0) {
                index.apply("s", story.events);
            }
        }
        story.net(NetOp.UPDATE, 59, null, "evil.example", 60, 0, Verdict.REFUSED)
                .net(NetOp.DNS, 99, null, "evil.example", 60, 0, Verdict.REFUSED);
        Timeline timeline = timeline(story);
        assertThat(timeline.marks())
                .containsExactly(
                        new TimelineMark(
                                1, 1_000, Kind.BLOCKED, "evil.example", "evil.example", "59 times", true, 59_000L),
                        new TimelineMark(
                                61, 61_000, Kind.BLOCKED, "evil.example", "evil.example", null, true, 61_000L));
    }

    @Test
    void tooManyMarksAreThinnedOutOverTheWholePeriod() throws Exception {
        IndexedStory story = new IndexedStory().state("running");
        for (int i = 1; i <= 2_000; i++) {
            story.add(approval(2_000 + i * 10L, "asked", "q" + i, null, null));
        }
        Timeline timeline = timeline(story);
        assertThat(timeline.marksComplete()).isFalse();
        assertThat(timeline.marks()).hasSizeBetween(300, TimelineMarks.MOST_OF_KIND + 1);
        assertThat(timeline.marks()).anyMatch(mark -> mark.kind() == Kind.STATE);
        assertThat(timeline.marks().getLast().at()).isGreaterThan(21_000);
        assertThat(timeline(story, 2_000L, 3_500L).marksComplete()).isTrue();
    }

    @Test
    void periodsWithoutObservationAndLossesAreKnown() throws Exception {
        Timeline timeline = timeline(new IndexedStory()
                .state("running")
                .add(new GapEvent(0, 2_000, "begin", 0, "no answer"))
                .add(new GapEvent(0, 5_000, "end", 0, "again"))
                .add(file(6_000, 5, FileOp.WRITE, "/workspace/a", null))
                .add(new GapEvent(0, 8_000, "lost", 12, "too many"))
                .add(new GapEvent(0, 9_000, "begin", 0, "no answer"))
                .state("stopped"));
        assertThat(timeline.unobserved())
                .containsExactly(
                        new Unobserved(2_000, 5_000), new Unobserved(6_000, 8_000), new Unobserved(9_000, 9_000));
    }

    @Test
    void writesAreOneRowForEachFileProcessAndSecond() throws Exception {
        apply(new IndexedStory()
                .add(file(1_100, 5, FileOp.CREATE, "/workspace/src/a.tmp", null))
                .add(file(1_900, 5, FileOp.WRITE, "/workspace/src/a.tmp", null))
                .add(file(1_950, 5, FileOp.RENAME, "/workspace/src/a.tmp", "/workspace/src/a.c"))
                .add(file(2_100, 6, FileOp.WRITE, "/workspace/src/a.c", null))
                .add(file(2_200, 6, FileOp.RENAME, "/tmp/b", "/workspace/b"))
                .add(file(2_300, 6, FileOp.WRITE, "/workspace/.git/objects/aa/bb", null))
                .add(file(2_400, 6, FileOp.WRITE, "/workspace/sub/.git/index", null))
                .add(file(2_500, 6, FileOp.WRITE, "/etc/passwd", null)));
        assertThat(index.writes("s", "src/a.tmp", 9)).singleElement().satisfies(write -> {
            assertThat(write.ops()).containsExactlyInAnyOrder(FileOp.CREATE, FileOp.WRITE, FileOp.RENAME);
            assertThat(write.target()).isEqualTo("src/a.c");
            assertThat(write.seq()).isEqualTo(3);
        });
        assertThat(index.writes("s", "src/a.c", 9))
                .extracting(WorkspaceWrite::pid, WorkspaceWrite::origin, WorkspaceWrite::at)
                .containsExactly(tuple(6, null, 2_100L), tuple(5, "src/a.tmp", 1_950L));
        assertThat(index.writes("s", "b", 9)).extracting(WorkspaceWrite::origin).containsExactly("/tmp/b");
        assertThat(index.writes("s", ".git/objects/aa/bb", 9)).isEmpty();
        assertThat(index.moment("s", 2_000).folders())
                .containsExactly(new ActiveFolder("src", 2), new ActiveFolder(".", 1));
    }

    @Test
    void filesAreToldApartByWhetherTheyWereWrittenAgain() throws Exception {
        apply(new IndexedStory()
                .add(file(1_000, 5, FileOp.WRITE, "/workspace/same.c", null))
                .add(file(2_000, 5, FileOp.WRITE, "/workspace/again.c", null))
                .add(file(3_000, 5, FileOp.UNLINK, "/workspace/again.c", null))
                .add(file(4_000, 6, FileOp.WRITE, "/workspace/later.c", null))
                .add(file(5_000, 6, FileOp.WRITE, "/etc/passwd", null)));
        WrittenFiles written = index.written("s", 2_500);
        assertThat(written.complete()).isTrue();
        assertThat(written.files())
                .containsExactly(
                        new FileWrites("later.c", null, 4_000),
                        new FileWrites("again.c", 2_000L, 3_000),
                        new FileWrites("same.c", 1_000L, 1_000));
        assertThat(index.written("another", 2_500).files()).isEmpty();
    }

    @Test
    void aMomentHasItsProcessesConnectionsAndMarks() throws Exception {
        IndexedStory story = new IndexedStory()
                .state("running")
                .exec(10, 1, 100, "make")
                .net(NetOp.OPEN, 7, null, "a.org", 100, 0, Verdict.ALLOWED)
                .net(NetOp.OPEN, 8, null, "evil.example", 60, 0, Verdict.REFUSED)
                .net(NetOp.DNS, 9, null, "b.org", 60, 60, Verdict.ALLOWED)
                .exit(10, 100, 0)
                .exec(11, 1, 200, "sh");
        for (int i = 0; i < 20; i++) {
            story.present(1, 1, "init");
        }
        story.net(NetOp.CLOSE, 7, null, null, 300, 5_000, Verdict.ALLOWED).state("stopped");
        apply(story);
        IndexedPastState moment = index.moment("s", 4_500);
        assertThat(moment.running()).extracting(row -> row.comm()).containsExactly("make");
        assertThat(moment.runningTotal()).isEqualTo(1);
        assertThat(moment.traffic()).containsExactly(new ActiveName("a.org", 300, 5_000));
        assertThat(moment.marks())
                .extracting(TimelineMark::label)
                .containsExactly("running", "evil.example", "stopped");
        assertThat(index.moment("s", 7_500).running())
                .extracting(row -> row.comm())
                .containsExactly("sh");
        assertThat(index.marks("s", 1_000, 4_000, 10)).hasSize(1);
    }

    @Test
    void anUnknownSandboxHasAnEmptyTimeline() throws Exception {
        Timeline timeline = index.timeline("none", new TimelinePeriod(5_000, 9_000, null, null, null, 240, 10));
        assertThat(timeline.begin()).isEqualTo(5_000);
        assertThat(timeline.processes()).isEmpty();
        assertThat(timeline.overview()).containsOnly(0L);
    }

    private static FileEvent file(long ts, int pid, FileOp op, String path, @Nullable String to) {
        return new FileEvent(0, ts, pid, 10L * pid, "p" + pid, op, path, to, 3);
    }

    private static StateChanged running(long ts) {
        return new StateChanged(0, ts, "s", "shop", null, SandboxState.RUNNING, null, null, null);
    }

    private static ApprovalEvent approval(
            long ts, String op, String id, @Nullable Verdict verdict, @Nullable DecidedBy by) {
        return new ApprovalEvent(
                0,
                ts,
                op,
                id,
                "tcp",
                "api.github.com",
                null,
                443,
                "curl",
                verdict,
                verdict == Verdict.ALLOWED ? RuleScope.SANDBOX : null,
                null,
                "s",
                null,
                null,
                by);
    }

    private static IndexedStory random(Random random, int events) {
        IndexedStory story = new IndexedStory().state("running");
        List<Integer> pids = new ArrayList<>();
        while (story.events.size() < events) {
            int pid = 10 + random.nextInt(400);
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    story.exec(pid, 1, pid, "p" + pid);
                    pids.add(pid);
                }
                case 2 -> {
                    if (!pids.isEmpty()) {
                        int ended = pids.get(random.nextInt(pids.size()));
                        story.exit(ended, ended, 0);
                    }
                }
                case 3 ->
                    story.net(
                            NetOp.OPEN,
                            random.nextInt(50),
                            null,
                            "n" + random.nextInt(5),
                            random.nextInt(900),
                            random.nextInt(900),
                            random.nextBoolean() ? Verdict.ALLOWED : Verdict.REFUSED);
                case 4 -> story.add(new GapEvent(0, 1_000L * story.events.size(), "lost", 1, "lost"));
                default ->
                    story.add(file(
                            1_000L * random.nextInt(1, events),
                            pid,
                            OPS.get(random.nextInt(OPS.size())),
                            "/workspace/f" + random.nextInt(9),
                            random.nextBoolean() ? null : "/workspace/d/g" + random.nextInt(9)));
            }
        }
        return story;
    }

    private static TimelinePeriod whole() {
        return period(null, null, 240, 500);
    }

    private static TimelinePeriod period(@Nullable Long from, @Nullable Long to, int intervals, int processes) {
        return new TimelinePeriod(0, 1L << 41, from, to, null, intervals, processes);
    }

    private void apply(IndexedStory story) throws Exception {
        index.apply("s", story.events);
    }

    private Timeline timeline(IndexedStory story) throws Exception {
        return timeline(story, null, null);
    }

    private Timeline timeline(IndexedStory story, @Nullable Long from, @Nullable Long to) throws Exception {
        apply(story);
        return index.timeline("s", period(from, to, 240, 100));
    }
}
