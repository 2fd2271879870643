package dev.belljar.app.timeline;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.timeline.PackedBar.LabelPlace;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Places the marks of a lane and their labels, so that no label covers a mark or another label.
final class MarkPlacer {
    /// The distance of a label from the middle of its mark, pixels.
    static final double GAP = 12;

    private static final Texts TEXTS = Texts.of(MarkPlacer.class);
    private static final double RADIUS = 7;
    /// The least space between the far end of a label and the next mark, which would otherwise look like a part of it.
    private static final double SPACE = 8;
    private static final int MOST_LABELS = 100;
    private static final double LEAST_DISTANCE = 3;
    private static final int LONGEST = 40;
    private static final int HASH = 7;

    /// Measures both parts of a label with a space between them.
    @FunctionalInterface
    interface LabelRuler {
        double width(TimelineLane lane, String main, String more);
    }

    /// What waits has a row of its own.
    private record OccupiedRange(double from, double to, boolean waits) {}

    private final TimelineScale scale;
    private final TimelineModel model;
    private final LabelRuler ruler;
    private final List<OccupiedRange> taken = new ArrayList<>();

    MarkPlacer(TimelineScale scale, TimelineModel model, LabelRuler ruler) {
        this.scale = scale;
        this.model = model;
        this.ruler = ruler;
    }

    /// Places the visible marks of a lane, in the order of their times.
    List<PlacedMark> place(TimelineLane lane, List<TimelineMark> all) {
        taken.clear();
        List<PlacedMark> marks = all.stream()
                .filter(lane::shows)
                .filter(mark -> model.window().overlaps(mark.at(), model.waits(mark) ? model.end() : mark.at()))
                .map(mark -> placed(mark, lane))
                .toList();
        marks.forEach(mark ->
                taken.add(new OccupiedRange(mark.x() - RADIUS, mark.x() + mark.width() + RADIUS, mark.width() > 0)));
        if (marks.size() > MOST_LABELS) {
            return apart(marks);
        }
        return marks.stream().map(this::labelled).toList();
    }

    /// Leaves out marks that would be drawn over a neighbour of the same kind.
    private static List<PlacedMark> apart(List<PlacedMark> marks) {
        List<PlacedMark> kept = new ArrayList<>();
        Map<TimelineMark.Kind, Double> last = new EnumMap<>(TimelineMark.Kind.class);
        for (PlacedMark mark : marks) {
            Double before = last.get(mark.mark().kind());
            if (before == null || mark.x() - before >= LEAST_DISTANCE || mark.width() > 0) {
                kept.add(mark);
                last.put(mark.mark().kind(), mark.x());
            }
        }
        return kept;
    }

    private PlacedMark placed(TimelineMark mark, TimelineLane lane) {
        boolean waits = model.waits(mark);
        double x = waits ? Math.max(scale.left(), scale.x(mark.at())) : scale.x(mark.at());
        double width = waits ? Math.max(4, Math.min(scale.right(), scale.x(model.end())) - x) : 0;
        return new PlacedMark(mark, lane, x, width, LabelPlace.NONE, main(mark, waits), waits ? "" : secondary(mark));
    }

    /// What a mark is about: a commit's short hash, else its label.
    static String main(TimelineMark mark, boolean waits) {
        String id = mark.id();
        String label = FigureFormat.middle(FigureFormat.printable(mark.label()), LONGEST);
        if (mark.kind() == TimelineMark.Kind.COMMIT && id != null) {
            return FigureFormat.printable(id.substring(0, Math.min(HASH, id.length())));
        } else if (label.isEmpty()) {
            return mark.kind() == TimelineMark.Kind.SNAPSHOT ? TEXTS.get("timeline.mark.snapshot") : "";
        }
        return waits ? TEXTS.get("timeline.mark.waits", label) : label;
    }

    private static String secondary(TimelineMark mark) {
        String detail = mark.kind() == TimelineMark.Kind.COMMIT ? mark.label() : mark.detail();
        return detail == null ? "" : FigureFormat.middle(FigureFormat.printable(detail), LONGEST);
    }

    private PlacedMark labelled(PlacedMark mark) {
        for (String more : mark.more().isEmpty() ? List.of("") : List.of(mark.more(), "")) {
            double room = ruler.width(mark.lane(), mark.main(), more);
            double right = mark.x() + mark.width() + GAP;
            double left = mark.x() - GAP - room;
            if (mark.width() == 0 && fits(mark, right, right + room, 0, SPACE)) {
                return mark.at(LabelPlace.RIGHT, more);
            } else if (fits(mark, left, left + room, SPACE, 0)) {
                return mark.at(LabelPlace.LEFT, more);
            }
        }
        return mark;
    }

    private boolean fits(PlacedMark mark, double from, double to, double before, double after) {
        boolean inside = from >= scale.left() && to <= scale.right();
        boolean free = !mark.main().isEmpty() && inside && free(mark.width() > 0, from - before, to + after);
        if (free) {
            taken.add(new OccupiedRange(from, to, mark.width() > 0));
        }
        return free;
    }

    private boolean free(boolean waits, double from, double to) {
        for (OccupiedRange range : taken) {
            if (range.waits() == waits && range.from() < to && from < range.to()) {
                return false;
            }
        }
        return true;
    }
}
