package dev.belljar.app.timeline;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// The vertical positions of the visible lanes in a drawing of this height, pixels. The processes take the height that
/// the other lanes leave; in a low window all lanes are lower.
final class LanePlan {
    /// The height of the overview of the whole life.
    static final double OVERVIEW = 56;
    /// The y position below the axis, where the lanes begin.
    static final double TOP = 80;
    /// The height below the lanes.
    static final double FOOT = 48;

    private static final double LEAST_PROCESSES = 120;

    /// A lane with its upper edge and height.
    record LaneBand(TimelineLane lane, double top, double height) {
        double bottom() {
            return top + height;
        }
    }

    private final Map<TimelineLane, LaneBand> bands = new EnumMap<>(TimelineLane.class);
    private final double bottom;

    LanePlan(Collection<TimelineLane> visible, double height) {
        double room = Math.max(0, height - TOP - FOOT);
        double others = visible.stream().mapToDouble(lane -> usual(lane)).sum();
        boolean low = room - others < LEAST_PROCESSES;
        double rest = room
                - visible.stream()
                        .mapToDouble(lane -> low ? least(lane) : usual(lane))
                        .sum();
        double y = TOP;
        for (TimelineLane lane : TimelineLane.values()) {
            if (visible.contains(lane)) {
                double own = low ? least(lane) : usual(lane);
                double high = lane == TimelineLane.PROCESSES ? Math.max(0, rest) : own;
                bands.put(lane, new LaneBand(lane, y, high));
                y += high;
            }
        }
        bottom = y;
    }

    /// A lane, unless it is hidden.
    Optional<LaneBand> band(TimelineLane lane) {
        return Optional.ofNullable(bands.get(lane));
    }

    Collection<LaneBand> bands() {
        return bands.values();
    }

    /// The y position below the last lane.
    double bottom() {
        return bottom;
    }

    private static double usual(TimelineLane lane) {
        return switch (lane) {
            case PROCESSES -> 0;
            case FILES -> 86;
            case TRAFFIC -> 104;
            case COMMITS, SNAPSHOTS -> 60;
            case APPROVALS -> 72;
        };
    }

    private static double least(TimelineLane lane) {
        return switch (lane) {
            case PROCESSES -> 0;
            case FILES, TRAFFIC -> 48;
            case COMMITS, SNAPSHOTS -> 34;
            case APPROVALS -> 48;
        };
    }
}
