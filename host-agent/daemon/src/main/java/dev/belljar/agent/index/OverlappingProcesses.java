package dev.belljar.agent.index;

import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the processes that ran in a period, the longest first.
final class OverlappingProcesses {
    private final RowQuery query;

    OverlappingProcesses(RowQuery query) {
        this.query = query;
    }

    /// The longest-running processes, and how many ran altogether.
    record Found(List<ProcessRow> rows, long total) {
        /// The rows as bars, whose times are within the life of the sandbox.
        List<ProcessBar> bars(long begin, long end) {
            return rows.stream().map(row -> bar(row, begin, end)).toList();
        }

        private static ProcessBar bar(ProcessRow row, long begin, long end) {
            long started = Math.clamp(row.started(), begin, end);
            @Nullable Long last = row.ended();
            return new ProcessBar(
                    row.pid(),
                    row.start(),
                    row.comm(),
                    row.argv(),
                    started,
                    last == null ? null : (Long) Math.clamp(last, started, end),
                    row.code(),
                    row.signal());
        }
    }

    /// At most `most` of the processes that ran between the two times, or at that time if they are equal.
    Found longest(String sandbox, long from, long to, int most) throws SQLException {
        List<ProcessRow> rows = new ArrayList<>();
        query.each("""
                SELECT * FROM processes WHERE sandbox = ? AND ended_seq IS NULL AND started <= ?
                    ORDER BY started LIMIT ?\
                """, row -> rows.add(IndexRows.process(row)), sandbox, to, most);
        long total = query.number(
                "SELECT count(*) FROM processes WHERE sandbox = ? AND ended_seq IS NULL AND started <= ?",
                0,
                sandbox,
                to);
        for (int span = DurationClasses.LONGEST.size() - 1; span >= 0; span--) {
            long earliest = DurationClasses.earliest(span, from);
            if (rows.size() < most) {
                ended(sandbox, new Search(span, earliest, from, to), most - rows.size(), rows);
            }
            total += query.number("""
                    SELECT count(*) FROM processes
                    WHERE sandbox = ? AND span = ? AND started > ? AND started <= ? AND ended >= ?\
                    """, 0, sandbox, span, earliest, to, from);
        }
        return new Found(rows, total);
    }

    private record Search(int span, long earliest, long from, long to) {}

    private void ended(String sandbox, Search search, int most, List<ProcessRow> rows) throws SQLException {
        query.each(
                """
                SELECT p.* FROM (SELECT pid AS chosen, start AS chosen_start, ended - started AS lasted FROM processes
                    WHERE sandbox = ? AND span = ? AND started > ? AND started <= ? AND ended >= ?
                    ORDER BY lasted DESC LIMIT ?)
                JOIN processes p ON p.sandbox = ? AND p.pid = chosen AND p.start = chosen_start ORDER BY lasted DESC\
                """,
                row -> rows.add(IndexRows.process(row)),
                sandbox,
                search.span(),
                search.earliest(),
                search.to(),
                search.from(),
                most,
                sandbox);
    }
}
