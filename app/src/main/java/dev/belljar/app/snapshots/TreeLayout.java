package dev.belljar.app.snapshots;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Positions of all parts of the tree in an area of this size; `zoom` and `left` determine the visible part.
final class TreeLayout {
    static final double AXIS = 28;
    static final double NAMES = 120;
    static final double FIRST = 88;
    private static final double END = 46;
    private static final double LABEL_MARGIN = 8;
    private static final double NODE_ROOM = 13;
    private static final double TICK_ROOM = 52;
    private static final long[] STEPS = {
        60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000, 10_800_000, 21_600_000, 86_400_000, 604_800_000
    };

    /// The position of a node.
    record NodePosition(TreeNode node, double x, double y) {}

    /// A time on the axis.
    record AxisTick(long at, double x) {}

    /// A lane's line: from its start to its last node, and the position of its origin.
    record LaneLine(
            SnapshotLane lane,
            double y,
            double from,
            double to,
            @Nullable NodePosition origin) {}

    private final CompressedTime time;
    private final double width;
    private final double zoom;
    private final double left;
    private final long now;
    private final List<NodePosition> spots = new ArrayList<>();
    private final List<LaneLine> lines = new ArrayList<>();

    TreeLayout(SnapshotHistory history, long now, boolean fold, DrawingSize size, double zoom, double left) {
        this.width = size.width();
        this.zoom = zoom;
        this.left = left;
        this.now = now;
        Collection<Long> stops = new TreeSet<>();
        history.lanes().forEach(l -> stops.add(Math.min(now, l.began())));
        history.nodes().forEach(m -> stops.add(Math.min(now, m.at(now))));
        stops.add(now);
        time = new CompressedTime(stops, fold);
        double y = AXIS + FIRST;
        for (SnapshotLane lane : history.lanes()) {
            for (TreeNode node : lane.nodes()) {
                spots.add(new NodePosition(node, x(node.at(now)), y));
            }
            y += size.gap();
        }
        y = AXIS + FIRST;
        for (SnapshotLane lane : history.lanes()) {
            double to =
                    lane.nodes().stream().mapToDouble(m -> x(m.at(now))).max().orElse(0);
            lines.add(new LaneLine(lane, y, x(lane.began()), to, origin(lane)));
            y += size.gap();
        }
    }

    /// The width of the drawing and the height of one lane.
    record DrawingSize(double width, double gap) {}

    private @Nullable NodePosition origin(SnapshotLane lane) {
        return lane.origin() == null
                ? null
                : spots.stream()
                        .filter(s -> s.node().key().equals(lane.origin().id()))
                        .findFirst()
                        .orElse(null);
    }

    List<NodePosition> spots() {
        return spots;
    }

    /// The nodes to draw: where nodes of a lane would overlap, only the most important one. The nodes with these
    /// keys, the origins of branches and the sandboxes as they are now are always drawn, then named snapshots.
    List<NodePosition> drawn(Set<String> kept) {
        Map<Double, List<Double>> taken = new HashMap<>();
        return spots.stream()
                .sorted(Comparator.comparingInt(spot -> rank(spot, kept)))
                .filter(spot -> {
                    List<Double> lane = taken.computeIfAbsent(spot.y(), y -> new ArrayList<>());
                    boolean free = lane.stream().noneMatch(x -> Math.abs(x - spot.x()) < NODE_ROOM);
                    if (free || rank(spot, kept) == 0) {
                        lane.add(spot.x());
                        return true;
                    }
                    return false;
                })
                .toList();
    }

    private int rank(NodePosition spot, Set<String> kept) {
        String key = spot.node().key();
        boolean origin = lines.stream()
                .map(LaneLine::origin)
                .anyMatch(from -> from != null && from.node().key().equals(key));
        if (kept.contains(key) || origin || !(spot.node() instanceof TreeNode.SnapshotNode snapshot)) {
            return 0;
        }
        return snapshot.named() ? 1 : 2;
    }

    List<LaneLine> lines() {
        return lines;
    }

    /// The x position of the present.
    double present() {
        return x(now);
    }

    double x(long at) {
        return Math.rint(NAMES + time.at(Math.min(now, at)) * (width - NAMES - END) * zoom - left) + 0.5;
    }

    /// The left edge of a label of this width that would best begin at `start`: it lies inside the drawing, and
    /// left of the present's line.
    double labelStart(double start, double wide) {
        double least = NAMES - LABEL_MARGIN;
        double most = Math.min(width, present()) - LABEL_MARGIN - wide;
        return Math.clamp(start, least, Math.max(least, most));
    }

    /// The largest scroll offset to the right, px.
    static double most(double width, double zoom) {
        return Math.max(0, (width - NAMES - END) * (zoom - 1));
    }

    /// The folded intervals; their edges are positions from 0 to 1.
    List<CompressedTime.AxisBreak> breaks() {
        return time.breaks();
    }

    /// Times labelled on the axis: round times where the axis is drawn to scale, and both ends of each axis break.
    List<AxisTick> ticks() {
        List<Long> times = new ArrayList<>();
        for (CompressedTime.AxisBreak axisBreak : time.breaks()) {
            times.add(axisBreak.from());
            times.add(axisBreak.to());
        }
        spots.stream().findFirst().ifPresent(s -> times.add(s.node().at(now)));
        long step = step();
        List<AxisTick> ticks = new ArrayList<>();
        times.forEach(at -> add(ticks, at));
        long first = lines.stream().mapToLong(l -> l.lane().began()).min().orElse(now);
        for (long at = (Math.max(first, now - step * 400) / step + 1) * step; at < now; at += step) {
            long place = at;
            if (time.breaks().stream().noneMatch(f -> f.from() < place && place < f.to())) {
                add(ticks, at);
            }
        }
        return ticks;
    }

    private void add(List<AxisTick> ticks, long at) {
        double x = x(at);
        boolean room = ticks.stream().noneMatch(t -> Math.abs(t.x() - x) < TICK_ROOM);
        if (room && x >= NAMES - 1 && x < width && Math.abs(present() - x) > TICK_ROOM * 0.8) {
            ticks.add(new AxisTick(at, x));
        }
    }

    /// The smallest step between round times whose labels fit where the axis is drawn to scale.
    private long step() {
        long folded = time.breaks().stream().mapToLong(f -> f.to() - f.from()).sum();
        double drawn = 1
                - time.breaks().stream().mapToDouble(f -> f.right() - f.left()).sum();
        long first = lines.stream().mapToLong(l -> l.lane().began()).min().orElse(now);
        double perPixel = Math.max(1, now - first - folded) / Math.max(1, drawn * (width - NAMES - END) * zoom);
        for (long step : STEPS) {
            if (step / perPixel > TICK_ROOM * 1.5) {
                return step;
            }
        }
        return STEPS[STEPS.length - 1] * 4;
    }

    /// The nearest node within 14 px of a position, or null.
    @Nullable
    TreeNode hit(double x, double y) {
        NodePosition best = null;
        double nearest = 14;
        for (NodePosition position : spots) {
            double away = Math.hypot(position.x() - x, position.y() - y);
            if (away <= nearest) {
                nearest = away;
                best = position;
            }
        }
        return best == null ? null : best.node();
    }
}
