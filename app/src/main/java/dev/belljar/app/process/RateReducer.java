package dev.belljar.app.process;

import java.util.Arrays;
import java.util.List;

/// Counts processes that start, end and fail, in a ring buffer of time intervals, so that memory
/// does not grow.
final class RateReducer {
    private final int[] starts = new int[ProcessRates.STRETCHES];
    private final int[] ends = new int[ProcessRates.STRETCHES];
    private final int[] failed = new int[ProcessRates.STRETCHES];
    private long newest = Long.MIN_VALUE;

    void birth(long ts) {
        count(starts, ts);
    }

    void death(long ts, boolean bad) {
        count(ends, ts);
        if (bad) {
            count(failed, ts);
        }
    }

    /// Subtracts a process that was counted as started at this time.
    void notBorn(long ts) {
        long stretch = ts / ProcessRates.STRETCH_MILLIS;
        int slot = Math.floorMod(stretch, ProcessRates.STRETCHES);
        if (stretch <= newest && stretch > newest - ProcessRates.STRETCHES && starts[slot] > 0) {
            starts[slot]--;
        }
    }

    /// Returns the counts up to this time.
    ProcessRates rates(long now) {
        long last = now / ProcessRates.STRETCH_MILLIS;
        advance(last);
        return new ProcessRates(
                ring(starts, last), ring(ends, last), ring(failed, last), (last + 1) * ProcessRates.STRETCH_MILLIS);
    }

    private void count(int[] ring, long ts) {
        long stretch = ts / ProcessRates.STRETCH_MILLIS;
        if (newest == Long.MIN_VALUE) {
            newest = stretch;
        }
        advance(stretch);
        if (stretch > newest - ProcessRates.STRETCHES) {
            ring[Math.floorMod(stretch, ProcessRates.STRETCHES)]++;
        }
    }

    private void advance(long to) {
        if (newest == Long.MIN_VALUE || to - newest >= ProcessRates.STRETCHES) {
            List.of(starts, ends, failed).forEach(ring -> Arrays.fill(ring, 0));
            newest = Math.max(newest, to);
        }
        while (newest < to) {
            newest++;
            int slot = Math.floorMod(newest, ProcessRates.STRETCHES);
            starts[slot] = 0;
            ends[slot] = 0;
            failed[slot] = 0;
        }
    }

    private static List<Integer> ring(int[] ring, long last) {
        Integer[] ordered = new Integer[ProcessRates.STRETCHES];
        for (int i = 0; i < ordered.length; i++) {
            ordered[i] = ring[Math.floorMod(last - ordered.length + 1 + i, ProcessRates.STRETCHES)];
        }
        return List.of(ordered);
    }
}
