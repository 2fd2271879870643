package dev.belljar.agent.index;

import dev.belljar.agent.index.IndexedProcesses.IndexedProcess;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the processes that ran in a period, the longest first, and those of the host agent last.
final class OverlappingProcesses {
    private final RowQuery query;

    OverlappingProcesses(RowQuery query) {
        this.query = query;
    }

    /// The longest-running processes, and how many ran altogether.
    record Found(List<IndexedProcess> processes, long total) {
        List<ProcessRow> rows() {
            return processes.stream().map(IndexedProcess::row).toList();
        }

        /// The rows as bars, whose times are within the life of the sandbox.
        List<ProcessBar> bars(long begin, long end) {
            return processes.stream().map(process -> bar(process, begin, end)).toList();
        }

        private static ProcessBar bar(IndexedProcess process, long begin, long end) {
            ProcessRow row = process.row();
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
                    row.signal(),
                    process.own());
        }
    }

    /// At most `most` of the processes that ran between the two times, or at that time if they are equal.
    Found longest(String sandbox, long from, long to, int most) throws SQLException {
        List<IndexedProcess> rows = new ArrayList<>();
        for (boolean own : List.of(false, true)) {
            longest(sandbox, new Search(own, from, to), most, rows);
        }
        long total = query.number(
                "SELECT count(*) FROM processes WHERE sandbox = ? AND ended_seq IS NULL AND started <= ?",
                0,
                sandbox,
                to);
        for (int span = DurationClasses.LONGEST.size() - 1; span >= 0; span--) {
            long earliest = DurationClasses.earliest(span, from);
            total += query.number("""
                    SELECT count(*) FROM processes
                    WHERE sandbox = ? AND span = ? AND started > ? AND started <= ? AND ended >= ?\
                    """, 0, sandbox, span, earliest, to, from);
        }
        return new Found(rows, total);
    }

    private record Search(boolean own, long from, long to) {}

    private void longest(String sandbox, Search search, int most, List<IndexedProcess> rows) throws SQLException {
        query.each(
                """
                SELECT * FROM processes WHERE sandbox = ? AND ended_seq IS NULL AND started <= ? AND own = ?
                    ORDER BY started LIMIT ?\
                """, row -> rows.add(IndexedProcess.of(row)), sandbox, search.to(), search.own(), most - rows.size());
        for (int span = DurationClasses.LONGEST.size() - 1; span >= 0 && rows.size() < most; span--) {
            ended(sandbox, search, span, most - rows.size(), rows);
        }
    }

    private void ended(String sandbox, Search search, int span, int most, List<IndexedProcess> rows)
            throws SQLException {
        query.each(
                """
                SELECT p.* FROM (SELECT pid AS chosen, start AS chosen_start, ended - started AS lasted FROM processes
                    WHERE sandbox = ? AND span = ? AND started > ? AND started <= ? AND ended >= ?
                    AND own = ? ORDER BY lasted DESC LIMIT ?)
                JOIN processes p ON p.sandbox = ? AND p.pid = chosen AND p.start = chosen_start ORDER BY lasted DESC\
                """,
                row -> rows.add(IndexedProcess.of(row)),
                sandbox,
                span,
                DurationClasses.earliest(span, search.from()),
                search.to(),
                search.from(),
                search.own(),
                most,
                sandbox);
    }
}
