package dev.belljar.app.timeline;

/// The visible period, milliseconds since the epoch.
record TimeWindow(long from, long to) {
    /// The shortest period that can be shown.
    static final long SHORTEST = 1_000;

    long span() {
        return to - from;
    }

    /// The time at a fraction of the period.
    long at(double fraction) {
        return from + Math.round(span() * fraction);
    }

    /// The period that is `factor` times as long and shows the time `at` in the same place.
    TimeWindow zoom(double factor, long at) {
        long span = Math.max(SHORTEST, Math.round(span() * factor));
        double place = span() == 0 ? 1 : Math.clamp((at - from) / (double) span(), 0, 1);
        long start = Math.round(at - place * span);
        return new TimeWindow(start, start + span);
    }

    /// The period that many milliseconds later.
    TimeWindow pan(long by) {
        return new TimeWindow(from + by, to + by);
    }

    /// The nearest period that lies within another one, as long as this one if it fits.
    TimeWindow within(long begin, long end) {
        long most = Math.max(SHORTEST, end - begin);
        long span = Math.clamp(span(), SHORTEST, most);
        long start = Math.clamp(from, Math.min(begin, end - span), Math.max(begin, end - span));
        return new TimeWindow(start, start + span);
    }

    /// True if something that lasted from `began` to `ended` is visible in part.
    boolean overlaps(long began, long ended) {
        return began <= to && ended >= from;
    }

    boolean contains(long at) {
        return at >= from && at <= to;
    }
}
