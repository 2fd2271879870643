package dev.belljar.app.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.state.SampleStates;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests what the details say about the selected moment.
class SelectedTimeModelTest {
    private static final long AT = 100_000;

    @Test
    void aBranchStartsFromTheSnapshotBeforeAndWhatFollowedIsNamed() {
        Snapshot snapshot = SampleStates.snapshot("s1", "shop", "tests green", AT - 65_000);
        SelectedTimeModel model = moment(
                snapshot,
                SampleTimeline.mark(TimelineMark.Kind.COMMIT, "a", "one", 1),
                SampleTimeline.mark(TimelineMark.Kind.COMMIT, "b", "two", 2),
                SampleTimeline.mark(TimelineMark.Kind.APPROVAL, "c", "three", 3));
        assertThat(model.snapshot()).contains(snapshot);
        assertThat(model.branch()).contains("“tests green”").contains("1 m 05 s earlier");
        assertThat(model.since())
                .isEqualTo("The branch won't include what happened in between: 2 commits, 1 approval.");
        assertThat(moment(snapshot).since())
                .isEqualTo("No commit, sync, approval or state change happened in between.");
        assertThat(moment(SampleStates.snapshot("s2", "shop", null, 5)).branch())
                .contains("“s2”");
    }

    @Test
    void theNewestEventsSinceTheSnapshotAreListedAndTooManyAreNotCounted() {
        Snapshot snapshot = SampleStates.snapshot("s1", "shop", "tests green", 0);
        TimelineMark[] marks = IntStream.range(0, PastState.MOST_SINCE)
                .mapToObj(i -> SampleTimeline.mark(TimelineMark.Kind.SYNC, "a", "sync " + i, i))
                .toArray(TimelineMark[]::new);
        SelectedTimeModel model = moment(snapshot, marks);
        assertThat(model.newestSince())
                .extracting(TimelineMark::label)
                .containsExactly("sync 199", "sync 198", "sync 197", "sync 196", "sync 195");
        assertThat(model.since()).isEqualTo("The branch won't include what happened in between: at least 200 syncs.");
    }

    @Test
    void withoutASnapshotNoBranchCanStart() {
        SelectedTimeModel model = moment(null);
        assertThat(model.snapshot()).isEmpty();
        assertThat(model.branch()).startsWith("There is no earlier snapshot");
        assertThat(model.since()).isEmpty();
    }

    @Test
    void nothingIsSaidUntilTheMomentIsReadButAProblemIs() {
        SelectedTimeModel reading = new SelectedTimeModel(SelectedTime.unread(AT));
        assertThat(reading.branch()).isEmpty();
        assertThat(reading.problem()).isEmpty();
        assertThat(reading.newest()).isEmpty();
        assertThat(reading.more()).isZero();
        Problem problem = Problem.of(ProblemCode.INTERNAL, "error", "the index is being rebuilt", null);
        assertThat(new SelectedTimeModel(new SelectedTime(AT, null, null, problem)).problem())
                .contains("the index is being rebuilt");
    }

    @Test
    void theNewestProcessesAreListedAndTheOthersCounted() {
        List<ProcessRow> rows =
                IntStream.range(0, 8).mapToObj(i -> process(10 + i, i * 100L)).toList();
        SelectedTimeModel model = new SelectedTimeModel(new SelectedTime(
                AT, new PastState(AT, rows, 30, List.of(), List.of(), null, List.of(), List.of()), null, null));
        assertThat(model.newest()).extracting(ProcessRow::pid).containsExactly(17, 16, 15, 14, 13);
        assertThat(model.more()).isEqualTo(25);
    }

    @Test
    void distancesSayBeforeOrAfter() {
        assertThat(TimelineLabels.distance(AT - 65_000, AT)).isEqualTo("1 m 05 s before");
        assertThat(TimelineLabels.distance(AT + 15_000, AT)).isEqualTo("15 s after");
        assertThat(TimelineLabels.distance(AT, AT)).isEqualTo("at this point");
    }

    private static SelectedTimeModel moment(@Nullable Snapshot snapshot, TimelineMark... since) {
        return new SelectedTimeModel(new SelectedTime(
                AT,
                new PastState(AT, List.of(), 0, List.of(), List.of(), snapshot, List.of(since), List.of()),
                null,
                null));
    }

    private static ProcessRow process(int pid, long started) {
        return new ProcessRow(pid, 1, pid, 1, 0, "node", null, List.of(), null, started, null, null, null, null, null);
    }
}
