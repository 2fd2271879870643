package dev.belljar.app.network;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/// The scale of a time axis: converts between times and pixels, and selects the times to label so that labels
/// do not overlap.
record TimeAxis(long first, long span, double left, double room) {
    /// The minimum distance between two labels, pixels; a label is about 32 wide.
    static final double APART = 56;

    private static final long MINUTE = 60_000;
    private static final List<Long> STEPS =
            List.of(1L, 2L, 5L, 10L, 20L, 30L, 60L, 120L, 180L, 360L, 720L, 1_440L, 10_080L);

    double x(long at) {
        return left + (at - first) * room / span;
    }

    long at(double x) {
        return first + Math.round((x - left) * span / room);
    }

    /// The times to label; the last one leaves space for the word at the right end.
    List<Long> labels(ZoneId zone) {
        long step = STEPS.stream()
                .map(minutes -> minutes * MINUTE)
                .filter(millis -> millis * room / span >= APART)
                .findFirst()
                .orElse(Math.max(MINUTE, span));
        long offset =
                zone.getRules().getOffset(java.time.Instant.ofEpochMilli(first)).getTotalSeconds() * 1_000L;
        List<Long> labels = new ArrayList<>();
        for (long at = Math.floorDiv(first + offset, step) * step + step - offset; at < first + span; at += step) {
            if (x(at) <= left + room - APART) {
                labels.add(at);
            }
        }
        return labels;
    }
}
