package dev.belljar.agent.index;

import dev.belljar.contract.view.timeline.TimelineMark;
import dev.belljar.contract.view.timeline.TimelineMark.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the marks of the timeline.
final class TimelineMarks {
    /// The most marks of one kind in an answer.
    static final int MOST_OF_KIND = 400;

    private static final int BESIDE = 3;
    private static final Comparator<TimelineMark> IN_ORDER =
            Comparator.comparingLong(TimelineMark::at).thenComparingLong(TimelineMark::seq);

    private final RowQuery query;

    TimelineMarks(RowQuery query) {
        this.query = query;
    }

    /// The marks in a period, and whether these are all.
    record Found(List<TimelineMark> marks, boolean complete) {}

    /// The marks in a period in order of time; if there are too many of a kind, each nth of them.
    Found between(String sandbox, long from, long to) throws SQLException {
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        query.each(
                "SELECT kind, count(*) FROM marks WHERE sandbox = ? AND at >= ? AND at <= ? GROUP BY kind",
                row -> counts.put(Kind.valueOf(row.getString(1)), row.getLong(2)),
                sandbox,
                from,
                to);
        List<TimelineMark> marks = new ArrayList<>();
        boolean complete = true;
        for (Map.Entry<Kind, Long> kind : counts.entrySet()) {
            long step = (kind.getValue() + MOST_OF_KIND - 1) / MOST_OF_KIND;
            complete &= step == 1;
            query.each(
                    """
                    SELECT m.* FROM (SELECT seq AS chosen, row_number() OVER (ORDER BY at) AS n FROM marks
                        WHERE sandbox = ? AND kind = ? AND at >= ? AND at <= ?)
                    JOIN marks m ON m.sandbox = ? AND m.kind = ? AND m.seq = chosen WHERE n % ? = 0\
                    """,
                    row -> marks.add(mark(row)),
                    sandbox,
                    kind.getKey().name(),
                    from,
                    to,
                    sandbox,
                    kind.getKey().name(),
                    step);
        }
        marks.sort(IN_ORDER);
        return new Found(marks, complete);
    }

    /// The newest `most` marks after `from` until `to`, in order of time.
    List<TimelineMark> newest(String sandbox, long from, long to, int most) throws SQLException {
        List<TimelineMark> marks = new ArrayList<>();
        query.each("""
                SELECT * FROM marks WHERE sandbox = ? AND at > ? AND at <= ? ORDER BY at DESC, seq DESC LIMIT ?\
                """, row -> marks.add(mark(row)), sandbox, from, to, most);
        return marks.reversed();
    }

    /// The nearest marks before and after a time, in order of time.
    List<TimelineMark> beside(String sandbox, long at) throws SQLException {
        List<TimelineMark> marks = new ArrayList<>(newest(sandbox, Long.MIN_VALUE, at, BESIDE));
        query.each(
                "SELECT * FROM marks WHERE sandbox = ? AND at > ? ORDER BY at, seq LIMIT ?",
                row -> marks.add(mark(row)),
                sandbox,
                at,
                BESIDE);
        return marks;
    }

    private static TimelineMark mark(ResultSet row) throws SQLException {
        return new TimelineMark(
                row.getLong("seq"),
                row.getLong("at"),
                Kind.valueOf(row.getString("kind")),
                row.getString("subject"),
                row.getString("label"),
                detail(row.getString("detail"), row.getLong("times")),
                row.getBoolean("failed"),
                IndexRows.longer(row, "until"));
    }

    private static @Nullable String detail(@Nullable String detail, long times) {
        if (times <= 1) {
            return detail;
        }
        String often = "%,d times".formatted(times);
        return detail == null ? often : detail + ", " + often;
    }
}
