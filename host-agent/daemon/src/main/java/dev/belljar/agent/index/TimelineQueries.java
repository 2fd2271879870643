package dev.belljar.agent.index;

import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.Timeline.FileInterval;
import dev.belljar.contract.view.timeline.Timeline.TrafficInterval;
import dev.belljar.contract.view.timeline.Timeline.Unobserved;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The queries of the timeline; the caller reads within one transaction.
final class TimelineQueries {
    private static final int OVERVIEW = 240;
    private static final int MOST_UNOBSERVED = 1_000;
    private static final long SHORTEST = 1_000;

    private final RowQuery query;
    private final TimelineMarks marks;
    private final OverlappingProcesses processes;

    TimelineQueries(RowQuery query) {
        this.query = query;
        this.marks = new TimelineMarks(query);
        this.processes = new OverlappingProcesses(query);
    }

    /// The times of the first and the newest event.
    private record Life(long begin, long end) {}

    Timeline timeline(String sandbox, long seq, TimelinePeriod period) throws SQLException {
        Life life = life(sandbox, period);
        Range range = range(sandbox, life, period);
        long from = range.from();
        long to = range.to();
        List<FileInterval> files = new ArrayList<>();
        List<TrafficInterval> traffic = new ArrayList<>();
        intervals(sandbox, range, files, traffic);
        TimelineMarks.Found found = marks.between(sandbox, from, to);
        OverlappingProcesses.Found ran = processes.longest(sandbox, from, to, period.processes());
        return new Timeline(
                seq,
                life.begin(),
                life.end(),
                from,
                to,
                range.width(),
                ran.bars(life.begin(), life.end()),
                ran.total(),
                files,
                traffic,
                found.marks(),
                found.complete(),
                unobserved(sandbox, from, to),
                overview(sandbox, life));
    }

    /// The requested period within the life of the sandbox, at least a second long.
    private Range range(String sandbox, Life life, TimelinePeriod period) throws SQLException {
        Long first = period.from();
        Long last = period.to() == null ? period.present() : period.to();
        long from = first == null ? life.begin() : Math.clamp(first, life.begin(), period.now());
        long until = Math.clamp(last == null ? life.end() : last, from, Math.max(from, period.now()));
        long to = Math.max(until, from + SHORTEST);
        long width = IntervalWidth.of(from, to, period.intervals());
        long base = base(sandbox, width, from);
        return new Range(from, to, base, Math.max(base, width));
    }

    private Life life(String sandbox, TimelinePeriod period) throws SQLException {
        long began = query.number("SELECT began FROM lives WHERE sandbox = ?", period.created(), sandbox);
        long newest = query.number("SELECT newest FROM lives WHERE sandbox = ?", began, sandbox);
        long begin = Math.min(Math.max(began, period.created()), period.now());
        return new Life(begin, Math.clamp(newest, begin, period.now()));
    }

    /// Intervals of `width` that are made of stored ones of `base`.
    private record Range(long from, long to, long base, long width) {}

    private void intervals(String sandbox, Range range, List<FileInterval> files, List<TrafficInterval> traffic)
            throws SQLException {
        String select = """
            SELECT at / ? * ?, sum(added), sum(changed), sum(deleted), sum(up), sum(down) FROM intervals
            WHERE sandbox = ? AND width = ? AND at >= ? AND at < ? GROUP BY 1 ORDER BY 1\
            """;
        query.each(
                select,
                row -> {
                    FileInterval file =
                            new FileInterval(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
                    TrafficInterval bytes = new TrafficInterval(row.getLong(1), row.getLong(5), row.getLong(6));
                    if (file.added() + file.changed() + file.deleted() > 0) {
                        files.add(file);
                    }
                    if (bytes.up() + bytes.down() > 0) {
                        traffic.add(bytes);
                    }
                },
                range.width(),
                range.width(),
                sandbox,
                range.base(),
                IndexedIntervals.begin(range.from(), range.width()),
                range.to());
    }

    /// The longest stored intervals that divide this width and reach back to `from`; short ones are kept only for a
    /// while.
    private long base(String sandbox, long width, long from) throws SQLException {
        List<Long> widths = IndexedIntervals.WIDTHS;
        long base = widths.getFirst();
        for (int i = 0; i < widths.size(); i++) {
            long next = widths.get(i);
            boolean kept = i == 0 || oldest(sandbox, base) <= Math.max(from, oldest(sandbox, next) + next);
            if (i == 0 || next <= width || !kept) {
                base = next;
            }
        }
        return base;
    }

    private long oldest(String sandbox, long width) throws SQLException {
        return query.number(
                "SELECT min(at) FROM intervals WHERE sandbox = ? AND width = ?", Long.MIN_VALUE, sandbox, width);
    }

    private List<Unobserved> unobserved(String sandbox, long from, long to) throws SQLException {
        List<Unobserved> periods = new ArrayList<>();
        query.each(
                """
                SELECT began, coalesce(ended, ?) FROM unobserved WHERE sandbox = ? AND began <= ?
                    AND (ended IS NULL OR ended >= ?) ORDER BY seq DESC LIMIT ?\
                """,
                row -> periods.add(new Unobserved(Math.max(from, row.getLong(1)), Math.min(to, row.getLong(2)))),
                to,
                sandbox,
                to,
                from,
                MOST_UNOBSERVED);
        return periods.reversed();
    }

    /// The number of events in equal parts of the life; an interval that belongs to two of them is divided.
    private List<Long> overview(String sandbox, Life life) throws SQLException {
        double[] counts = new double[OVERVIEW];
        double part = Math.max(1, life.end() - life.begin()) / (double) OVERVIEW;
        long base = base(sandbox, (long) part, life.begin());
        query.each(
                "SELECT at, events FROM intervals WHERE sandbox = ? AND width = ?",
                row -> spread(counts, (row.getLong(1) - life.begin()) / part, base / part, row.getLong(2)),
                sandbox,
                base);
        return rounded(counts);
    }

    /// Whole numbers with the same sum: what is rounded off is added to the next one.
    private static List<Long> rounded(double... counts) {
        List<Long> whole = new ArrayList<>(counts.length);
        double sum = 0;
        long before = 0;
        for (double count : counts) {
            sum += count;
            whole.add(Math.round(sum) - before);
            before = Math.round(sum);
        }
        return whole;
    }

    /// Adds events that are spread evenly from `begin` on over `length`, both in parts.
    private static void spread(double[] counts, double begin, double length, long events) {
        double from = Math.clamp(begin, 0, counts.length);
        double to = Math.clamp(begin + length, 0, counts.length);
        if (to <= from) {
            counts[begin < 0 ? 0 : counts.length - 1] += events;
            return;
        }
        for (int i = (int) from; i < counts.length && i < to; i++) {
            counts[i] += events * (Math.min(to, i + 1) - Math.max(from, i)) / (to - from);
        }
    }
}
