package dev.belljar.app.timeline;

import dev.belljar.app.drawing.CanvasPen;
import dev.belljar.app.text.Texts;
import dev.belljar.app.timeline.LanePlan.LaneBand;
import dev.belljar.app.timeline.PackedBar.BarLook;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.OptionalLong;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Draws the bars of processes, and the marks of commits, snapshots and approvals.
final class LanePainter {
    private static final Texts TEXTS = Texts.of(LanePainter.class);
    private static final Font CODE = CanvasPen.font(CanvasPen.CODE, 12);
    private static final Font PLAIN = CanvasPen.font(CanvasPen.PLAIN, 12);
    private static final Font MEDIUM = CanvasPen.font(CanvasPen.MEDIUM, 12);
    private static final double SPACE = 8;

    private final CanvasPen pen;
    private final TimelineModel model;
    private final TimelineLayout layout;

    LanePainter(CanvasPen pen, TimelineModel model, TimelineLayout layout) {
        this.pen = pen;
        this.model = model;
        this.layout = layout;
    }

    /// The width of a mark's label.
    static double width(CanvasPen pen, TimelineLane lane, String main, String more) {
        double rest = more.isEmpty() ? 0 : SPACE + pen.width(more, PLAIN);
        return pen.width(main, font(lane)) + rest;
    }

    private static Font font(TimelineLane lane) {
        return lane == TimelineLane.COMMITS ? CODE : MEDIUM;
    }

    void processes(LaneBand band) {
        layout.bars().forEach(this::bar);
        long hidden = layout.hidden();
        if (hidden > 0) {
            String words =
                    TEXTS.get(layout.listed() ? "timeline.processes.more" : "timeline.processes.more.most", hidden);
            pen.words(words, PLAIN, "text-faint", layout.scale().left(), band.bottom() - 7, TextAlignment.LEFT, false);
        }
    }

    private void bar(PackedBar bar) {
        double y = layout.top(bar);
        double high = layout.thick();
        double round = bar.width() > 6 ? 3 : 1;
        boolean chosen = chosen(bar);
        String colour = switch (bar.look()) {
            case HELD -> "held-soft";
            case FAILED -> bar.place() == PackedBar.LabelPlace.INSIDE ? "danger-soft" : "ink-danger";
            case LASTING -> "ink-flow-soft";
            case RUNNING -> bar.place() == PackedBar.LabelPlace.INSIDE ? "ink-flow-soft" : "ink-flow";
            case ENDED -> ran(bar) ? "ink-flow" : "ink-quiet";
        };
        pen.bar(colour, bar.x(), y, bar.width(), high, round);
        if (bar.look() == BarLook.HELD) {
            pen.hatch("ink-held", 2, bar.x(), y, bar.width(), high);
        } else if (bar.look() == BarLook.FAILED && bar.place() == PackedBar.LabelPlace.INSIDE) {
            pen.bar("ink-danger", bar.x(), y, 3, high, 1);
        }
        if (chosen) {
            pen.outline("accent", bar.x() - 1.5, y - 1.5, bar.width() + 3, high + 3);
        }
        label(bar, y + high / 2 + 4, chosen || ran(bar));
    }

    /// True if the process ran at the selected moment.
    private boolean ran(PackedBar bar) {
        Long ended = bar.process().ended();
        OptionalLong at = model.cursor();
        return at.isPresent()
                && at.getAsLong() >= bar.process().started()
                && (ended == null || at.getAsLong() <= ended);
    }

    private boolean chosen(PackedBar bar) {
        return model.chosen()
                .filter(target -> target instanceof TimelineTarget.ProcessTarget process
                        && process.process().pid() == bar.process().pid()
                        && process.process().start() == bar.process().start())
                .isPresent();
    }

    private void label(PackedBar bar, double y, boolean strong) {
        String quiet = bar.look() == BarLook.ENDED && !strong ? "text-faint" : "text";
        String colour = bar.look() == BarLook.HELD ? "held" : bar.look() == BarLook.FAILED ? "danger" : quiet;
        switch (bar.place()) {
            case INSIDE ->
                pen.words(
                        bar.label(),
                        CODE,
                        bar.look() == BarLook.FAILED ? "danger" : "text",
                        Math.rint(bar.x()) + 8,
                        y,
                        TextAlignment.LEFT,
                        false);
            case RIGHT ->
                pen.words(
                        bar.label(), CODE, colour, Math.rint(bar.x() + bar.width()) + 5, y, TextAlignment.LEFT, false);
            case LEFT -> pen.words(bar.label(), CODE, colour, Math.rint(bar.x()) - 5, y, TextAlignment.RIGHT, false);
            case NONE -> {}
        }
    }

    void mark(PlacedMark mark) {
        double y = layout.middle(mark);
        boolean chosen = model.chosen()
                .filter(target -> target instanceof TimelineTarget.MarkTarget other
                        && other.mark().equals(mark.mark()))
                .isPresent();
        if (chosen) {
            pen.disc("accent-soft", mark.x(), y, 10);
        }
        if (mark.width() > 0) {
            pen.bar("held-soft", mark.x(), y - 8, mark.width(), 16, 3);
            pen.hatch("ink-held", 2, mark.x(), y - 8, mark.width(), 16);
        } else {
            shape(mark.mark(), mark.x(), y);
        }
        label(mark, y + 4);
    }

    private void shape(TimelineMark mark, double x, double y) {
        switch (mark.kind()) {
            case COMMIT -> pen.disc(mark.failed() ? "ink-danger" : "accent-fill", x, y, 5);
            case SYNC -> {
                pen.disc("surface", x, y, 5);
                pen.ring(mark.failed() ? "ink-danger" : "accent-fill", 2, x, y, 4.5);
            }
            case SNAPSHOT, STATE -> {
                pen.disc("surface", x, y, 6);
                pen.ring(mark.failed() ? "ink-danger" : "accent", 2, x, y, 6);
            }
            case APPROVAL, BLOCKED -> {
                if (mark.failed()) {
                    pen.line("danger", 2, x - 4, y - 4, x + 4, y + 4);
                    pen.line("danger", 2, x + 4, y - 4, x - 4, y + 4);
                } else {
                    pen.line("ok", 2, x - 4, y, x - 1, y + 3.5);
                    pen.line("ok", 2, x - 1, y + 3.5, x + 5, y - 4);
                }
            }
        }
    }

    private void label(PlacedMark mark, double y) {
        if (mark.place() == PackedBar.LabelPlace.NONE) {
            return;
        }
        double room = width(pen, mark.lane(), mark.main(), mark.more());
        double x = mark.place() == PackedBar.LabelPlace.RIGHT
                ? mark.x() + mark.width() + MarkPlacer.GAP
                : mark.x() - MarkPlacer.GAP - room;
        Font font = font(mark.lane());
        String colour = mark.width() > 0 ? "held" : "text";
        // The line of the selected moment and unobserved periods would cross the letters.
        pen.words(mark.main(), font, colour, Math.rint(x), y, TextAlignment.LEFT, true);
        double after = Math.rint(x + pen.width(mark.main(), font) + SPACE);
        pen.words(mark.more(), PLAIN, "text-faint", after, y, TextAlignment.LEFT, true);
    }
}
