package dev.belljar.app.timeline;

import dev.belljar.app.text.FigureFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The scale of the time axis: converts between times and pixels, and selects the times to label.
///
/// `left` is the x position of the window's start, `width` its width in pixels.
record TimelineScale(TimeWindow window, double left, double width) {
    /// The minimum distance between two labels, pixels.
    static final double APART = 88;
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long DAY = 1_440 * MINUTE;
    private static final List<Long> STEPS = List.of(
            100L,
            200L,
            500L,
            SECOND,
            2 * SECOND,
            5 * SECOND,
            10 * SECOND,
            20 * SECOND,
            30 * SECOND,
            MINUTE,
            2 * MINUTE,
            5 * MINUTE,
            10 * MINUTE,
            20 * MINUTE,
            30 * MINUTE,
            60 * MINUTE,
            120 * MINUTE,
            180 * MINUTE,
            360 * MINUTE,
            720 * MINUTE,
            DAY,
            2 * DAY,
            7 * DAY,
            14 * DAY,
            28 * DAY);

    /// A labelled time.
    record TimeTick(long at, double x, String label) {}

    double x(long at) {
        return left + (at - window.from()) * width / window.span();
    }

    long at(double x) {
        return window.from() + Math.round((x - left) * window.span() / width);
    }

    double right() {
        return left + width;
    }

    /// The width of a duration, in pixels.
    double pixels(long millis) {
        return millis * width / window.span();
    }

    /// The time between two labels, milliseconds.
    long step() {
        return STEPS.stream()
                .filter(step -> pixels(step) >= APART)
                .findFirst()
                .orElse(STEPS.getLast() * Math.max(1, (long) Math.ceil(APART / pixels(STEPS.getLast()))));
    }

    /// The times to label: whole hours, minutes or seconds of local time.
    List<TimeTick> ticks(ZoneId zone) {
        long step = step();
        long offset =
                zone.getRules().getOffset(Instant.ofEpochMilli(window.from())).getTotalSeconds() * SECOND;
        List<TimeTick> ticks = new ArrayList<>();
        for (long at = Math.ceilDiv(window.from() + offset, step) * step - offset; at <= window.to(); at += step) {
            ticks.add(new TimeTick(at, x(at), label(at, step, offset, zone)));
        }
        return ticks;
    }

    private static String label(long at, long step, long offset, ZoneId zone) {
        if (step >= DAY || Math.floorMod(at + offset, DAY) == 0) {
            return FigureFormat.day(at, zone);
        } else if (step >= MINUTE) {
            return FigureFormat.minute(at, zone);
        }
        return step >= SECOND ? FigureFormat.time(at, zone) : exact(at, zone);
    }

    /// The time of day with tenths of a second.
    static String exact(long at, ZoneId zone) {
        return FigureFormat.time(at, zone) + String.format(Locale.ROOT, ".%d", Math.floorMod(at, SECOND) / 100);
    }

    /// A time in this window: with tenths of a second if the window is short.
    String time(long at, ZoneId zone) {
        return step() < SECOND ? exact(at, zone) : FigureFormat.time(at, zone);
    }
}
