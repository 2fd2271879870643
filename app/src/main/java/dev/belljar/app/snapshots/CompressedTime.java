package dev.belljar.app.snapshots;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// Time as it is drawn: from 0 to 1 over all stops, long stretches in which nothing happened folded short.
final class CompressedTime {
    private static final double USUAL = 2.5;
    private static final double PARTS = 10;
    /// Less than this is never folded: milliseconds.
    private static final double LEAST = 300_000;

    /// A stretch that is drawn shorter than it was: when, and where it is drawn.
    record Fold(long from, long to, double left, double right) {}

    private final long[] stops;
    private final double[] places;
    private final List<Fold> folds = new ArrayList<>();

    /// `times` are the moments at which something happened, milliseconds since the epoch; at least one.
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
                folds.add(new Fold(stops[i - 1], stops[i], places[i - 1], places[i]));
            }
        }
    }

    /// Where a time is drawn, 0 for the first stop and before, 1 for the last and after.
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

    List<Fold> folds() {
        return List.copyOf(folds);
    }

    /// The longest stretch drawn to scale: a few times what usually lies between two stops, or a good
    /// part of all.
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
