package dev.belljar.app.timeline;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.timeline.PackedBar.BarLook;
import dev.belljar.app.timeline.PackedBar.LabelPlace;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Packs the bars of processes into rows, so that no bar or label covers another one.
///
/// Processes that ran during the whole visible period come first, the newest of them on top, and take at most two
/// fifths of the rows and those that stay empty: a guest has a dozen services that always run. The others follow in the
/// order of their start; those that wait, that failed, or that are long enough to be seen are placed before the rest.
/// If there are too many short ones to name them, more of them fit without names. Belljar's own processes come last,
/// without names, and are not shown as failed: an exit code of theirs says nothing about the user's programs.
final class BarPacker {
    /// The width of a character of a label in pixels.
    static final double CHARACTER = 7;

    private static final double LEAST_WIDTH = 3;
    private static final double LARGE = 24;
    private static final double GAP = 6;
    private static final double INSET = 8;
    private static final int LABELS_PER_ROW = 8;
    private static final double LASTING_SHARE = 0.4;
    private static final int LONGEST_LABEL = 160;
    private static final int LEAST_ARGUMENTS = 12;
    private static final String SPACE = "  ";

    /// The bars that are drawn, and the number of processes for which there was no room.
    record PackedBars(List<PackedBar> bars, int hidden) {
        static final PackedBars NONE = new PackedBars(List.of(), 0);

        PackedBars {
            bars = List.copyOf(bars);
        }
    }

    /// A visible process: where its bar begins, how wide it is, and how early it is placed.
    private record VisibleProcess(ProcessBar process, BarLook look, BarLook rank, double x, double width, String name) {
        long started() {
            return process.started();
        }

        int pid() {
            return process.pid();
        }

        boolean own() {
            return process.own();
        }

        double right() {
            return x + width;
        }

        double labelWidth() {
            return name.length() * CHARACTER;
        }
    }

    private final TimelineScale scale;
    private final long end;
    private final Set<Integer> waiting;
    /// The occupied parts of each row, which do not overlap: the left edge of each and its right edge.
    private final List<TreeMap<Double, Double>> rows = new ArrayList<>();
    private final List<PackedBar> bars = new ArrayList<>();
    private int hidden;
    private boolean crowded;

    /// `end` is the end of processes that still run; `waiting` are the numbers of those that wait for an approval.
    BarPacker(TimelineScale scale, long end, Set<Integer> waiting) {
        this.scale = scale;
        this.end = end;
        this.waiting = Set.copyOf(waiting);
    }

    /// Packs the visible ones of these processes into at most `most` rows.
    PackedBars pack(List<ProcessBar> processes, int most) {
        for (int i = 0; i < most; i++) {
            rows.add(new TreeMap<>());
        }
        List<VisibleProcess> seen = processes.stream()
                .filter(bar -> scale.window().overlaps(bar.started(), end(bar)))
                .map(this::visible)
                .toList();
        long small = seen.stream().filter(one -> small(one) && !one.own()).count();
        crowded = small > (long) most * LABELS_PER_ROW;
        int lasting = (int) Math.max(1, Math.round(most * LASTING_SHARE));
        List<VisibleProcess> services = seen.stream()
                .filter(one -> one.look() == BarLook.LASTING && !one.own())
                .sorted(Comparator.comparingLong(VisibleProcess::started)
                        .reversed()
                        .thenComparingInt(VisibleProcess::pid))
                .toList();
        services.stream().limit(lasting).forEach(this::place);
        seen.stream()
                .filter(one -> one.look() != BarLook.LASTING && !one.own())
                .sorted(Comparator.comparing(VisibleProcess::rank)
                        .thenComparingLong(VisibleProcess::started)
                        .thenComparingInt(VisibleProcess::pid))
                .forEach(this::place);
        services.stream().skip(lasting).forEach(this::place);
        seen.stream()
                .filter(VisibleProcess::own)
                .sorted(Comparator.comparingLong(VisibleProcess::started).thenComparingInt(VisibleProcess::pid))
                .forEach(this::place);
        return new PackedBars(bars, hidden);
    }

    private VisibleProcess visible(ProcessBar process) {
        double x = Math.max(scale.left(), scale.x(process.started()));
        double width = Math.max(LEAST_WIDTH, Math.min(scale.right(), scale.x(end(process))) - x);
        BarLook look = look(process);
        BarLook rank = look;
        if (look != BarLook.HELD && look != BarLook.FAILED) {
            rank = width >= LARGE ? BarLook.RUNNING : BarLook.ENDED;
        }
        return new VisibleProcess(process, look, rank, Math.min(x, scale.right() - width), width, name(process));
    }

    private static boolean small(VisibleProcess one) {
        return one.rank() == BarLook.ENDED;
    }

    /// Finds the first row with room for the bar and its label, else one with room for the bar alone.
    private void place(VisibleProcess one) {
        boolean named = !one.own() && (!crowded || !small(one));
        for (int row = 0; row < rows.size() && named; row++) {
            LabelPlace place = label(one, row);
            if (place != LabelPlace.NONE) {
                add(one, row, place, place == LabelPlace.INSIDE ? whole(one) : one.name());
                return;
            }
        }
        for (int row = 0; row < rows.size(); row++) {
            if (free(row, one.x() - LEAST_WIDTH, one.right() + LEAST_WIDTH)) {
                add(one, row, LabelPlace.NONE, "");
                return;
            }
        }
        hidden++;
    }

    /// Where the label fits in this row.
    private LabelPlace label(VisibleProcess one, int row) {
        double room = one.labelWidth();
        if (one.look() != BarLook.HELD && one.width() >= room + 2 * INSET) {
            return free(row, one.x() - GAP, one.right() + GAP) ? LabelPlace.INSIDE : LabelPlace.NONE;
        }
        double right = one.right() + GAP + room;
        double left = one.x() - GAP - room;
        if (right <= scale.right() && free(row, one.x() - GAP, right + GAP)) {
            return LabelPlace.RIGHT;
        }
        return left >= scale.left() && free(row, left - GAP, one.right() + GAP) ? LabelPlace.LEFT : LabelPlace.NONE;
    }

    private void add(VisibleProcess one, int row, LabelPlace place, String label) {
        double from = place == LabelPlace.LEFT ? one.x() - GAP - one.labelWidth() : one.x();
        double to = place == LabelPlace.RIGHT ? one.right() + GAP + one.labelWidth() : one.right();
        rows.get(row).put(from, to);
        bars.add(new PackedBar(one.process(), one.look(), row, one.x(), one.width(), place, label));
    }

    private boolean free(int row, double from, double to) {
        Map.Entry<Double, Double> before = rows.get(row).lowerEntry(to);
        return before == null || before.getValue() <= from;
    }

    private BarLook look(ProcessBar bar) {
        if (bar.ended() == null && waiting.contains(bar.pid())) {
            return BarLook.HELD;
        } else if (failed(bar) && !bar.own()) {
            return BarLook.FAILED;
        } else if (bar.started() <= scale.window().from()
                && end(bar) >= Math.min(end, scale.window().to())) {
            return BarLook.LASTING;
        }
        return bar.ended() == null ? BarLook.RUNNING : BarLook.ENDED;
    }

    private long end(ProcessBar bar) {
        Long ended = bar.ended();
        return ended == null ? Math.max(end, bar.started()) : ended;
    }

    /// True if a process ended by a signal or with an exit code other than 0.
    static boolean failed(ProcessBar bar) {
        Integer code = bar.code();
        return bar.ended() != null && (bar.signal() != null || (code != null && code != 0));
    }

    /// The name and number of a process.
    static String name(ProcessBar bar) {
        return FigureFormat.printable(bar.comm()) + " " + bar.pid();
    }

    /// The name, the number and as many arguments as fit.
    private static String whole(VisibleProcess one) {
        List<String> argv = one.process().argv();
        int fitting = Math.min(LONGEST_LABEL, (int) ((one.width() - 2 * INSET) / CHARACTER));
        int most = fitting - one.name().length() - SPACE.length();
        if (argv.size() < 2 || most < LEAST_ARGUMENTS) {
            return one.name();
        }
        return one.name() + SPACE + FigureFormat.middle(FigureFormat.command(argv.subList(1, argv.size())), most);
    }
}
