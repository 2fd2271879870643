package dev.belljar.app.live;

import java.util.Arrays;
import java.util.List;

/// Counts births, deaths and failures into a ring of stretches; memory never grows.
final class RateFold {
    private final int[] births = new int[Rates.STRETCHES];
    private final int[] deaths = new int[Rates.STRETCHES];
    private final int[] failed = new int[Rates.STRETCHES];
    private long newest = Long.MIN_VALUE;

    void birth(long ts) {
        count(births, ts);
    }

    void death(long ts, boolean bad) {
        count(deaths, ts);
        if (bad) {
            count(failed, ts);
        }
    }

    /// The figures up to now.
    Rates rates(long now) {
        long last = now / Rates.STRETCH_MILLIS;
        advance(last);
        return new Rates(ring(births, last), ring(deaths, last), ring(failed, last), (last + 1) * Rates.STRETCH_MILLIS);
    }

    private void count(int[] ring, long ts) {
        long stretch = ts / Rates.STRETCH_MILLIS;
        if (newest == Long.MIN_VALUE) {
            newest = stretch;
        }
        advance(stretch);
        if (stretch > newest - Rates.STRETCHES) {
            ring[Math.floorMod(stretch, Rates.STRETCHES)]++;
        }
    }

    private void advance(long to) {
        if (newest == Long.MIN_VALUE || to - newest >= Rates.STRETCHES) {
            List.of(births, deaths, failed).forEach(ring -> Arrays.fill(ring, 0));
            newest = Math.max(newest, to);
        }
        while (newest < to) {
            newest++;
            int slot = Math.floorMod(newest, Rates.STRETCHES);
            births[slot] = 0;
            deaths[slot] = 0;
            failed[slot] = 0;
        }
    }

    private static List<Integer> ring(int[] ring, long last) {
        Integer[] ordered = new Integer[Rates.STRETCHES];
        for (int i = 0; i < ordered.length; i++) {
            ordered[i] = ring[Math.floorMod(last - ordered.length + 1 + i, Rates.STRETCHES)];
        }
        return List.of(ordered);
    }
}
