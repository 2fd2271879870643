package dev.belljar.app.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.timeline.BarPacker.PackedBars;
import dev.belljar.app.timeline.PackedBar.BarLook;
import dev.belljar.app.timeline.PackedBar.LabelPlace;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Tests how the bars of processes are packed into rows.
class BarPackerTest {
    /// A pixel is a second.
    private static final TimelineScale SCALE = new TimelineScale(new TimeWindow(1_000_000, 1_800_000), 100, 800);

    private static final long END = 1_800_000;

    @Test
    void barsAndLabelsInARowDoNotOverlap() {
        List<ProcessBar> processes = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            long started = 1_000_000 + i * 2_600L % 790_000;
            processes.add(
                    SampleTimeline.process(1_000 + i, started, started + 500 + i * 37L % 40_000, i % 9 == 0 ? 1 : 0));
        }
        PackedBars packed = pack(processes, 8);
        assertThat(packed.bars()).hasSizeGreaterThan(40);
        assertThat(packed.bars().size() + packed.hidden()).isEqualTo(300);
        for (PackedBar one : packed.bars()) {
            assertThat(one.row()).isBetween(0, 7);
            assertThat(from(one)).isGreaterThanOrEqualTo(SCALE.left());
            assertThat(to(one)).isLessThanOrEqualTo(SCALE.right());
            for (PackedBar other : packed.bars()) {
                if (!one.equals(other) && one.row() == other.row()) {
                    assertThat(to(one) <= from(other) || to(other) <= from(one))
                            .as("%s and %s", one, other)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void processesThatAlwaysRunLeaveRoomForOthersAndTheNewestAreOnTop() {
        List<ProcessBar> processes = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            processes.add(SampleTimeline.process(100 + i, i, null, 0));
        }
        processes.add(SampleTimeline.process(900, 1_300_000, 1_310_000L, 0));
        PackedBars packed = pack(processes, 5);
        assertThat(packed.bars()).extracting(bar -> bar.process().pid()).containsExactly(111, 110, 900, 109, 108);
        assertThat(packed.bars()).extracting(PackedBar::row).containsExactly(0, 1, 2, 3, 4);
        assertThat(packed.hidden()).isEqualTo(8);
        assertThat(packed.bars().getFirst().look()).isEqualTo(BarLook.LASTING);
        assertThat(packed.bars().getFirst().label()).isEqualTo("node 111  server.js");
    }

    @Test
    void alsoAProcessThatEndedAfterTheVisiblePeriodIsLasting() {
        assertThat(pack(List.of(SampleTimeline.process(5, 1, 1_900_000L, 0)), 3).bars())
                .extracting(PackedBar::look)
                .containsExactly(BarLook.LASTING);
        assertThat(pack(List.of(SampleTimeline.process(5, 1, 900_000L, 0)), 3).bars())
                .as("ended before")
                .isEmpty();
    }

    @Test
    void labelsAreInsideBesideOrLeftOut() {
        assertThat(one(SampleTimeline.process(5, 1_100_000, 1_400_000L, 0)).place())
                .isEqualTo(LabelPlace.INSIDE);
        assertThat(one(SampleTimeline.process(5, 1_100_000, 1_101_000L, 0)).place())
                .isEqualTo(LabelPlace.RIGHT);
        assertThat(one(SampleTimeline.process(5, 1_780_000, null, 0)).place()).isEqualTo(LabelPlace.LEFT);
    }

    @Test
    void ofManyShortProcessesAsManyAsPossibleAreDrawnWithoutNames() {
        List<ProcessBar> crowd = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            crowd.add(SampleTimeline.process(5 + i, 1_010_000 + i * 12_000L, 1_011_000L + i * 12_000L, 0));
        }
        crowd.add(SampleTimeline.process(500, 1_755_000, 1_756_000L, 1));
        PackedBars packed = pack(crowd, 1);
        assertThat(packed.hidden()).as("below the name of the failed one").isLessThan(7);
        assertThat(packed.bars())
                .filteredOn(bar -> bar.place() == LabelPlace.NONE)
                .hasSizeGreaterThan(53);
        assertThat(packed.bars().getFirst().process().pid()).isEqualTo(500);
        assertThat(packed.bars().getFirst().place()).isNotEqualTo(LabelPlace.NONE);
    }

    @Test
    void whatWaitsOrFailedIsPlacedFirst() {
        ProcessBar held = SampleTimeline.process(7, 1_799_000, null, 0);
        ProcessBar failed = SampleTimeline.process(8, 1_500_000, 1_500_100L, 2);
        PackedBars packed = new BarPacker(SCALE, END, Set.of(7))
                .pack(List.of(SampleTimeline.process(6, 1_490_000, 1_520_000L, 0), failed, held), 1);
        assertThat(packed.bars()).extracting(PackedBar::look).startsWith(BarLook.HELD, BarLook.FAILED);
        assertThat(packed.bars().getFirst().place()).isEqualTo(LabelPlace.LEFT);
        assertThat(packed.hidden()).isEqualTo(1);
    }

    @Test
    void processesOfBelljarComeLastAndDoNotFail() {
        ProcessBar own = new ProcessBar(5, 5, "git", List.of("git", "diff"), 1_500_000, 1_510_000L, 1, null, true);
        PackedBars packed = pack(List.of(own, SampleTimeline.process(8, 1_500_000, 1_510_000L, 2)), 1);
        assertThat(packed.bars()).extracting(bar -> bar.process().pid()).containsExactly(8);
        assertThat(packed.hidden()).isEqualTo(1);
        assertThat(one(own).look()).isEqualTo(BarLook.ENDED);
        assertThat(one(own).place()).isEqualTo(LabelPlace.NONE);
    }

    @Test
    void textOfAGuestIsMadeHarmless() {
        ProcessBar evil =
                new ProcessBar(5, 5, "a\u202Eb\n", List.of("x", "y\u001b[2Jz"), 1_000_001, 1_700_000L, 0, null, false);
        assertThat(one(evil).label()).isEqualTo("a·b· 5  y·[2Jz");
    }

    @Test
    void withoutARowNothingIsDrawn() {
        assertThat(pack(List.of(SampleTimeline.process(5, 1_100_000, null, 0)), 0))
                .isEqualTo(new PackedBars(List.of(), 1));
    }

    private static PackedBar one(ProcessBar process) {
        return pack(List.of(process), 3).bars().getFirst();
    }

    private static PackedBars pack(List<ProcessBar> processes, int rows) {
        return new BarPacker(SCALE, END, Set.of()).pack(processes, rows);
    }

    private static double from(PackedBar bar) {
        double label = bar.label().length() * BarPacker.CHARACTER;
        return bar.place() == LabelPlace.LEFT ? bar.x() - label : bar.x();
    }

    private static double to(PackedBar bar) {
        double label = bar.label().length() * BarPacker.CHARACTER;
        return bar.x() + bar.width() + (bar.place() == LabelPlace.RIGHT ? label : 0);
    }
}
