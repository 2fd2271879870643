package dev.belljar.app.timeline;

import static dev.belljar.app.timeline.SampleTimeline.HOUR;
import static dev.belljar.app.timeline.SampleTimeline.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.timeline.PackedBar.LabelPlace;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests where lanes and marks are drawn, and what is found at a position.
class TimelineLayoutTest {
    private static final TimelineMark COMMIT =
            SampleTimeline.mark(TimelineMark.Kind.COMMIT, "0123456789abcdef", "subject", 55 * MINUTE);
    private static final TimelineMark HELD =
            SampleTimeline.mark(TimelineMark.Kind.APPROVAL, "q1", "api.example", HOUR - 30_000);

    private final TimelineModel model = new TimelineModel(HOUR);

    @BeforeEach
    void show() {
        model.present(HOUR, true, 1);
        model.waiting(Set.of(), Set.of("q1"));
        model.show(SampleTimeline.of(List.of(SampleTimeline.process(7, 50 * MINUTE, null, 0)), COMMIT, HELD));
    }

    @Test
    void theLanesFillTheHeightWithoutOverlap() {
        for (double height : new double[] {300, 444, 744, 1_400}) {
            LanePlan plan = layout(height).plan();
            double y = LanePlan.TOP;
            for (TimelineLane lane : TimelineLane.values()) {
                assertThat(plan.band(lane).orElseThrow().top()).isEqualTo(y);
                y = plan.band(lane).orElseThrow().bottom();
            }
            assertThat(plan.bottom()).isEqualTo(y);
            if (height >= 444) {
                assertThat(y).isEqualTo(height - LanePlan.FOOT);
                assertThat(plan.band(TimelineLane.PROCESSES).orElseThrow().height())
                        .isGreaterThan(60);
            }
        }
    }

    @Test
    void aHiddenLaneLeavesItsHeightToTheProcesses() {
        double before =
                layout(744).plan().band(TimelineLane.PROCESSES).orElseThrow().height();
        model.lane(TimelineLane.FILES, false);
        LanePlan plan = layout(744).plan();
        assertThat(plan.band(TimelineLane.FILES)).isEmpty();
        assertThat(plan.band(TimelineLane.PROCESSES).orElseThrow().height()).isEqualTo(before + 86);
    }

    @Test
    void aProcessAMarkOrATimeIsFoundUnderThePointer() {
        TimelineLayout layout = layout(744);
        PackedBar bar = layout.bars().getFirst();
        double middle = layout.top(bar) + 9;
        assertThat(layout.hit(layout.scale().x(56 * MINUTE), middle))
                .containsInstanceOf(TimelineTarget.ProcessTarget.class)
                .map(TimelineTarget::at)
                .contains(56 * MINUTE);
        PlacedMark commit = mark(layout, COMMIT);
        assertThat(layout.hit(commit.x() + 3, layout.middle(commit))).contains(new TimelineTarget.MarkTarget(COMMIT));
        PlacedMark held = mark(layout, HELD);
        assertThat(held.width()).isGreaterThan(20);
        assertThat(layout.hit(held.x() + held.width() - 2, layout.middle(held)))
                .contains(new TimelineTarget.MarkTarget(HELD));
        double free = layout.plan().band(TimelineLane.FILES).orElseThrow().top() + 20;
        assertThat(layout.hit(layout.scale().x(56 * MINUTE), free))
                .contains(new TimelineTarget.TimeTarget(56 * MINUTE));
        assertThat(layout.hit(layout.scale().x(56 * MINUTE), 20)).isEmpty();
        assertThat(layout.hit(20, free)).isEmpty();
    }

    @Test
    void marksHaveLabelsUnlessTheyWouldCoverOthers() {
        PlacedMark commit = mark(layout(744), COMMIT);
        assertThat(commit.main()).isEqualTo("0123456");
        assertThat(commit.more()).isEqualTo("subject");
        assertThat(commit.place()).isEqualTo(LabelPlace.RIGHT);
        assertThat(mark(layout(744), HELD).place()).isEqualTo(LabelPlace.LEFT);
        List<TimelineMark> many = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            many.add(SampleTimeline.mark(
                    TimelineMark.Kind.SNAPSHOT, "s" + i, "snapshot " + i, 49 * MINUTE + i * 5_000L));
        }
        model.show(SampleTimeline.of(List.of(), many.toArray(TimelineMark[]::new)));
        List<PlacedMark> placed = layout(744).marks();
        assertThat(placed).hasSize(120);
        assertThat(placed).filteredOn(mark -> mark.place() != LabelPlace.NONE).hasSizeLessThan(3);
    }

    @Test
    void aLabelDoesNotTouchTheNextMark() {
        double start = mark(layout(744), COMMIT).x() + 12;
        double room = 7 * ("0123456".length() + 1);
        for (int distance = 8; distance < 40; distance++) {
            long at = layout(744).scale().at(start + room + distance);
            TimelineMark next = SampleTimeline.mark(TimelineMark.Kind.COMMIT, "fedcba9876543210", "", at);
            TimelineMark bare = SampleTimeline.mark(TimelineMark.Kind.COMMIT, COMMIT.id(), "", COMMIT.at());
            model.show(SampleTimeline.of(List.of(), bare, next));
            TimelineLayout layout = layout(744);
            boolean near = mark(layout, next).x() - 7 - (start + room) < 8;
            assertThat(mark(layout, bare).place()).isEqualTo(near ? LabelPlace.LEFT : LabelPlace.RIGHT);
        }
    }

    @Test
    void theFrameInTheOverviewShowsTheVisiblePeriodAndCanAlwaysBeGrabbed() {
        TimelineLayout layout = layout(744);
        assertThat(layout.frameRight()).isCloseTo(layout.overview().right(), org.assertj.core.data.Offset.offset(1.0));
        assertThat(layout.frameRight() - layout.frameLeft())
                .isCloseTo(layout.overview().width() / 5, org.assertj.core.data.Offset.offset(2.0));
        model.zoom(1e-9, 30 * MINUTE);
        assertThat(layout(744).frameRight() - layout(744).frameLeft()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void processesThatTheHostAgentDidNotListAreCounted() {
        assertThat(layout(744).hidden()).isZero();
        assertThat(layout(200).hidden()).isEqualTo(1);
    }

    private TimelineLayout layout(double height) {
        return new TimelineLayout(model, 900, height, (lane, main, more) -> 7 * (main.length() + more.length() + 1));
    }

    private static PlacedMark mark(TimelineLayout layout, TimelineMark mark) {
        return layout.marks().stream()
                .filter(one -> one.mark().equals(mark))
                .findFirst()
                .orElseThrow();
    }
}
