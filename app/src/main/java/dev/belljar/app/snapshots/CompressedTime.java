package dev.belljar.app.snapshots;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// Maps times to positions from 0 to 1 over all stops; long intervals without a stop are folded (shortened).
final class CompressedTime {
    private static final double USUAL = 2.5;
    private static final double PARTS = 10;
    /// Intervals shorter than this are never folded; milliseconds.
    private static final double LEAST = 300_000;

    /// A folded interval: its times and the positions of its edges.
    record AxisBreak(long from, long to, double left, double right) {}

    private final long[] stops;
    private final double[] places;
    private final List<AxisBreak> breaks = new ArrayList<>();

    /// `times` are the times at which something happened, milliseconds since the epoch; at least one.
    CompressedTime(Collection<Long> times, boolean fold) {
        stops = new TreeSet<>(times).stream().mapToLong(Long::longValue).toArray();
        places = new double[stops.length];
        double longest = fold ? longest() : Double.POSITIVE_INFINITY;
        double total = 0;
        for (int i = 1; i < stops.length; i++) {
            total += Math.min(longest, (double) (stops[i] - stops[i - 1]));
            places[i] = total;
        }
        for (int i = 1; i < stops.length; i++) {
            places[i] /= total;
            if (stops[i] - stops[i - 1] > longest) {
                breaks.add(new AxisBreak(stops[i - 1], stops[i], places[i - 1], places[i]));
            }
        }
    }

    /// The position of a time: 0 for the first stop and before, 1 for the last stop and after.
    double at(long time) {
        int last = stops.length - 1;
        if (last == 0 || time >= stops[last]) {
            return 1;
        } else if (time <= stops[0]) {
            return 0;
        }
        int next = 1;
        while (stops[next] < time) {
            next++;
        }
        double part = (double) (time - stops[next - 1]) / (stops[next] - stops[next - 1]);
        return places[next - 1] + part * (places[next] - places[next - 1]);
    }

    List<AxisBreak> breaks() {
        return List.copyOf(breaks);
    }

    /// The longest interval drawn to scale: 2.5 times the median interval or a tenth of all time, whichever
    /// is longer, and at least `LEAST`.
    private double longest() {
        long[] gaps = new long[Math.max(0, stops.length - 1)];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = stops[i + 1] - stops[i];
        }
        java.util.Arrays.sort(gaps);
        return gaps.length < 2
                ? Double.POSITIVE_INFINITY
                : Math.max(LEAST, Math.max((stops[gaps.length] - stops[0]) / PARTS, USUAL * gaps[gaps.length / 2]));
    }
}
