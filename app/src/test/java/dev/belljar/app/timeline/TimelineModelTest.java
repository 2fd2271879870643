package dev.belljar.app.timeline;

import static dev.belljar.app.timeline.SampleTimeline.HOUR;
import static dev.belljar.app.timeline.SampleTimeline.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.sandbox.TimelineState;
import dev.belljar.app.timeline.TimelineModel.TimelineContent;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests which period of the timeline is visible, what is requested for it, and which moment is selected.
class TimelineModelTest {
    private static final double WIDTH = 720;

    private final TimelineModel model = new TimelineModel(HOUR);

    @BeforeEach
    void show() {
        model.present(HOUR, true, 1);
        model.show(SampleTimeline.of(List.of()));
    }

    @Test
    void theContentFollowsWhatIsKnown() {
        TimelineModel fresh = new TimelineModel(HOUR);
        assertThat(fresh.content()).isEqualTo(TimelineContent.LOADING);
        fresh.show(new TimelineState(null, Problem.of(ProblemCode.INTERNAL, "error", "no answer", null)));
        assertThat(fresh.content()).isEqualTo(TimelineContent.FAILED);
        fresh.show(new TimelineState(
                new Timeline(
                        0, 5, 5, 5, 5, 1, List.of(), 0, List.of(), List.of(), List.of(), true, List.of(), List.of(0L)),
                null));
        assertThat(fresh.content()).isEqualTo(TimelineContent.NOTHING);
        assertThat(model.content()).isEqualTo(TimelineContent.LANES);
    }

    @Test
    void aTimeCanBeShownBeforeTheFirstTimelineIsKnown() {
        TimelineModel fresh = new TimelineModel(HOUR);
        fresh.center(MINUTE);
        assertThat(fresh.window().at(0.5)).isEqualTo(MINUTE);
        fresh.present(HOUR, true, 1);
        fresh.show(SampleTimeline.of(List.of()));
        assertThat(fresh.window().at(0.5)).isEqualTo(MINUTE);
        model.center(HOUR / 2);
        assertThat(model.window()).isEqualTo(new TimeWindow(HOUR / 2 - 6 * MINUTE, HOUR / 2 + 6 * MINUTE));
        assertThat(model.following()).isFalse();
    }

    @Test
    void itFollowsThePresentUntilTheUserLooksElsewhere() {
        assertThat(model.window()).isEqualTo(new TimeWindow(HOUR - 12 * MINUTE, HOUR));
        model.present(HOUR + 5_000, true, 1);
        assertThat(model.window().to()).isEqualTo(HOUR + 5_000);
        model.pan(-MINUTE);
        assertThat(model.following()).isFalse();
        TimeWindow kept = model.window();
        model.present(HOUR + 10_000, true, 2);
        assertThat(model.window()).isEqualTo(kept);
        model.pan(HOUR);
        assertThat(model.following()).as("moved to the present").isTrue();
        assertThat(model.window().to()).isEqualTo(HOUR + 10_000);
    }

    @Test
    void theLastEventOfAMachineThatDoesNotRunIsTheEnd() {
        TimelineModel stopped = new TimelineModel(50 * HOUR);
        stopped.present(50 * HOUR, false, 1);
        stopped.show(SampleTimeline.of(List.of()));
        assertThat(stopped.window()).isEqualTo(new TimeWindow(HOUR - 12 * MINUTE, HOUR));
        stopped.present(51 * HOUR, false, 1);
        assertThat(stopped.following()).isFalse();
        stopped.follow(true);
        assertThat(stopped.following()).isFalse();
        assertThat(stopped.window().to()).isEqualTo(HOUR);
    }

    @Test
    void zoomingKeepsTheTimeUnderThePointer() {
        long at = HOUR - 9 * MINUTE;
        model.zoom(0.5, at);
        assertThat(model.window().span()).isEqualTo(6 * MINUTE);
        assertThat((at - model.window().from()) / (double) model.window().span())
                .isEqualTo(0.25);
        assertThat(model.following()).isFalse();
        assertThat(model.preset()).isEmpty();
        model.zoom(2, at);
        assertThat(model.window()).isEqualTo(new TimeWindow(HOUR - 12 * MINUTE, HOUR));
        assertThat(model.preset()).isEqualTo(OptionalInt.of(1));
    }

    @Test
    void theVisiblePeriodStaysWithinTheLifeAndIsNeverTooShort() {
        model.pan(-10 * HOUR);
        assertThat(model.window()).isEqualTo(new TimeWindow(0, 12 * MINUTE));
        model.zoom(1_000, 0);
        assertThat(model.window()).isEqualTo(new TimeWindow(0, HOUR));
        model.zoom(1e-9, 30 * MINUTE);
        assertThat(model.window().span()).isEqualTo(TimeWindow.SHORTEST);
        model.home();
        assertThat(model.window().from()).isZero();
        model.range(10 * MINUTE, 9 * MINUTE);
        assertThat(model.window().span()).isEqualTo(TimeWindow.SHORTEST);
    }

    @Test
    void aPresetKeepsTheSelectedMomentVisibleAndElseTheEnd() {
        model.preset(2);
        assertThat(model.window()).isEqualTo(new TimeWindow(HOUR - MINUTE, HOUR));
        assertThat(model.following()).isTrue();
        model.preset(1);
        long at = model.select(new TimelineTarget.TimeTarget(HOUR - 6 * MINUTE));
        model.preset(3);
        assertThat(model.window().span()).isEqualTo(10_000);
        assertThat(model.window().contains(at)).isTrue();
        assertThat(model.preset()).isEqualTo(OptionalInt.of(3));
    }

    @Test
    void aSelectedMomentLiesWithinTheLifeAndIsVisible() {
        assertThat(model.select(new TimelineTarget.TimeTarget(-5))).isZero();
        assertThat(model.window().contains(0)).isTrue();
        assertThat(model.following()).isFalse();
        assertThat(model.chosen()).isEmpty();
        TimelineTarget process = new TimelineTarget.ProcessTarget(SampleTimeline.process(7, 10, null, 0), 20 * MINUTE);
        assertThat(model.select(process)).isEqualTo(20 * MINUTE);
        assertThat(model.chosen()).contains(process);
        model.selected(OptionalLong.of(20 * MINUTE));
        assertThat(model.chosen()).contains(process);
        model.selected(OptionalLong.empty());
        assertThat(model.chosen()).isEmpty();
        assertThat(model.cursor()).isEmpty();
    }

    @Test
    void theNextAndThePreviousEventAreFound() {
        TimelineMark commit = SampleTimeline.mark(TimelineMark.Kind.COMMIT, "abc", "one", 55 * MINUTE);
        model.show(SampleTimeline.of(List.of(SampleTimeline.process(7, 50 * MINUTE, null, 0)), commit));
        model.select(new TimelineTarget.TimeTarget(53 * MINUTE));
        assertThat(model.next(true, List.of())).contains(new TimelineTarget.MarkTarget(commit));
        assertThat(model.next(false, List.of())).map(TimelineTarget::at).contains(50 * MINUTE);
        model.select(new TimelineTarget.TimeTarget(58 * MINUTE));
        assertThat(model.next(true, List.of())).isEmpty();
        TimelineMark unread = SampleTimeline.mark(TimelineMark.Kind.SYNC, "def", "two", 59 * MINUTE);
        assertThat(model.next(true, List.of(unread))).contains(new TimelineTarget.MarkTarget(unread));
    }

    @Test
    void aPartIsRequestedOnceAndAgainOnlyAfterAnEventOrAMove() {
        ReadTimeline first = model.request(WIDTH).orElseThrow();
        assertThat(first.from()).isLessThanOrEqualTo(model.window().from() - 5 * MINUTE);
        assertThat(first.to()).isGreaterThanOrEqualTo(HOUR);
        long span = Objects.requireNonNull(first.to()) - Objects.requireNonNull(first.from());
        assertThat(span / first.intervals()).isEqualTo(5_000);
        assertThat(model.request(WIDTH)).isEmpty();
        model.present(HOUR + 30_000, true, 1);
        assertThat(model.request(WIDTH)).as("time passes without an event").isEmpty();
        model.present(HOUR + 31_000, true, 2);
        assertThat(model.request(WIDTH)).as("an event").isPresent();
        assertThat(model.request(WIDTH)).isEmpty();
        model.pan(-MINUTE);
        assertThat(model.request(WIDTH)).as("a little further").isEmpty();
        model.pan(-30 * MINUTE);
        assertThat(model.request(WIDTH)).as("elsewhere").isPresent();
        model.present(HOUR + 32_000, true, 3);
        assertThat(model.request(WIDTH)).as("an event that is not visible").isEmpty();
        model.refresh();
        assertThat(model.request(WIDTH)).as("F5").isPresent();
    }

    @Test
    void intervalsAreAsWideAsTheyCanBeSeenAndBounded() {
        model.zoom(1e-9, HOUR);
        ReadTimeline closest = model.request(WIDTH).orElseThrow();
        assertThat(closest.intervals()).isBetween(1, 10);
        model.zoom(1e9, HOUR);
        ReadTimeline whole = model.request(WIDTH).orElseThrow();
        assertThat(whole.from()).isZero();
        assertThat(whole.intervals()).isBetween(50, 400);
    }

    @Test
    void theLastVisibleLaneCannotBeHidden() {
        for (TimelineLane lane : TimelineLane.values()) {
            model.lane(lane, false);
        }
        assertThat(model.lanes()).containsExactly(TimelineLane.APPROVALS);
        model.lane(TimelineLane.FILES, true);
        assertThat(model.lanes()).containsExactlyInAnyOrder(TimelineLane.FILES, TimelineLane.APPROVALS);
    }

    @Test
    void anApprovalWaitsWhileTheHostAgentListsIt() {
        TimelineMark mark = SampleTimeline.mark(TimelineMark.Kind.APPROVAL, "q1", "api.example", HOUR - 5_000);
        assertThat(model.waits(mark)).isFalse();
        model.waiting(Set.of(7), Set.of("q1"));
        assertThat(model.waits(mark)).isTrue();
        assertThat(model.waits(SampleTimeline.mark(TimelineMark.Kind.COMMIT, "q1", "x", 5)))
                .isFalse();
    }

    @Test
    void theLanesCountWhatIsVisible() {
        TimelineMark commit = SampleTimeline.mark(TimelineMark.Kind.COMMIT, "abc", "one", 55 * MINUTE);
        TimelineMark held = SampleTimeline.mark(TimelineMark.Kind.APPROVAL, "q1", "api.example", HOUR - 5_000);
        model.show(SampleTimeline.of(
                List.of(
                        SampleTimeline.process(7, 50 * MINUTE, null, 0),
                        SampleTimeline.process(8, 50 * MINUTE, 51 * MINUTE, 0)),
                commit,
                held));
        model.waiting(Set.of(), Set.of("q1"));
        LaneCounts counts = new LaneCounts(model.timeline().orElseThrow(), model);
        assertThat(counts.words(TimelineLane.PROCESSES)).isEqualTo("1 running");
        assertThat(counts.words(TimelineLane.FILES)).isEqualTo("4 changes");
        assertThat(counts.words(TimelineLane.TRAFFIC)).isEqualTo("2.0 kB");
        assertThat(counts.words(TimelineLane.COMMITS)).isEqualTo("1");
        assertThat(counts.words(TimelineLane.APPROVALS)).isEqualTo("1 waiting");
        assertThat(counts.urgent(TimelineLane.APPROVALS)).isTrue();
        model.range(50 * MINUTE, 53 * MINUTE);
        assertThat(counts.words(TimelineLane.PROCESSES)).isEqualTo("2");
        assertThat(counts.words(TimelineLane.FILES)).isEqualTo("no changes");
        assertThat(counts.words(TimelineLane.COMMITS)).isEqualTo("0");
    }
}
