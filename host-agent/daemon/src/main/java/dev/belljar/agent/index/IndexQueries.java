package dev.belljar.agent.index;

import dev.belljar.contract.audit.SyncReceipt;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.TimelineMark;
import dev.belljar.contract.view.timeline.WrittenFiles;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The queries of the index. Each answer is consistent: its rows and its position come from one read
/// transaction.
final class IndexQueries implements AutoCloseable {
    // A guest can claim any number of running processes; nobody can look at more than this.
    private static final int MOST_LIVING = 20_000;

    private static final String APPLIED = "SELECT seq FROM applied WHERE sandbox = ?";

    /// The most rows about one file that are read; several may be about one second.
    private static final int MOST_WRITES = 50_000;

    private final Connection connection;
    private final RowQuery query;
    private final TimelineQueries timeline;
    private final PastStateQueries moments;

    IndexQueries(Connection connection) throws SQLException {
        this.connection = connection;
        this.query = new RowQuery(connection);
        this.timeline = new TimelineQueries(query);
        this.moments = new PastStateQueries(query);
        connection.setAutoCommit(false);
    }

    long applied(String sandbox) throws SQLException {
        return finished(query.number(APPLIED, 0, sandbox));
    }

    ProcessTable processes(String sandbox, int ended) throws SQLException {
        long seq = query.number(APPLIED, 0, sandbox);
        long total = query.number("SELECT count(*) FROM processes WHERE sandbox = ?", 0, sandbox);
        List<ProcessRow> rows = new ArrayList<>();
        String select = "SELECT * FROM processes WHERE sandbox = ? AND ended_seq ";
        RowQuery.RowReader add = row -> rows.add(IndexRows.process(row));
        query.each(select + "IS NULL ORDER BY start LIMIT ?", add, sandbox, MOST_LIVING);
        query.each(select + "IS NOT NULL ORDER BY ended_seq DESC LIMIT ?", add, sandbox, ended);
        return finished(new ProcessTable(seq, total, rows));
    }

    FlowTable flows(String sandbox, int most, long until) throws SQLException {
        long seq = query.number(APPLIED, 0, sandbox);
        List<FlowRow> flows = new ArrayList<>();
        query.each(
                "SELECT * FROM flows WHERE sandbox = ? AND started <= ? ORDER BY first_seq DESC LIMIT ?",
                row -> flows.add(IndexRows.flow(row)),
                sandbox,
                until,
                most);
        long[] sums = new long[4];
        query.each(
                """
                SELECT count(*), total(up), total(down), total(verdict = 'refused') FROM flows
                WHERE sandbox = ? AND started <= ?\
                """,
                row -> {
                    for (int i = 0; i < sums.length; i++) {
                        sums[i] = row.getLong(i + 1);
                    }
                },
                sandbox,
                until);
        return finished(new FlowTable(seq, sums[0], sums[1], sums[2], sums[3], flows));
    }

    Map<String, Long> counts(String sandbox) throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        query.each(
                "SELECT type, n FROM counts WHERE sandbox = ?",
                row -> counts.put(row.getString(1), row.getLong(2)),
                sandbox);
        return finished(counts);
    }

    Optional<ProcessRow> process(String sandbox, int pid, long start) throws SQLException {
        return one("SELECT * FROM processes WHERE sandbox = ? AND pid = ? AND start = ?", sandbox, pid, start);
    }

    Optional<ProcessRow> processAt(String sandbox, int pid, long at) throws SQLException {
        return one("""
                SELECT * FROM processes WHERE sandbox = ? AND pid = ? AND started <= ? ORDER BY start DESC LIMIT 1\
                """, sandbox, pid, at);
    }

    private Optional<ProcessRow> one(String sql, String sandbox, int pid, long number) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, sandbox);
            select.setInt(2, pid);
            select.setLong(3, number);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(IndexRows.process(row)) : Optional.empty();
            }
        } finally {
            connection.commit();
        }
    }

    List<ProcessRow> processesBegun(String sandbox, long after, int most) throws SQLException {
        List<ProcessRow> processes = new ArrayList<>();
        query.each(
                "SELECT * FROM processes WHERE sandbox = ? AND started > ? AND own = 0 ORDER BY started, start LIMIT ?",
                row -> processes.add(IndexRows.process(row)),
                sandbox,
                after,
                most);
        return finished(processes);
    }

    List<FlowRow> flowsBegun(String sandbox, long from, long to, int most) throws SQLException {
        List<FlowRow> flows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement("""
            SELECT * FROM flows WHERE sandbox = ? AND started BETWEEN ? AND ? AND proto <> 'dns'
            ORDER BY first_seq DESC LIMIT ?\
            """)) {
            select.setString(1, sandbox);
            select.setLong(2, from);
            select.setLong(3, to);
            select.setInt(4, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    flows.add(IndexRows.flow(row));
                }
            }
        } finally {
            connection.commit();
        }
        return flows;
    }

    List<SyncReceipt.ReachedName> reached(String sandbox, int most) throws SQLException {
        List<SyncReceipt.ReachedName> names = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement("""
            SELECT coalesce(name, dst) AS reached, count(*) AS n, sum(up) AS up, sum(down) AS down FROM flows
            WHERE sandbox = ? AND verdict = 'allowed' AND proto <> 'dns'
            GROUP BY reached ORDER BY down DESC, reached LIMIT ?\
            """)) {
            select.setString(1, sandbox);
            select.setInt(2, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    names.add(new SyncReceipt.ReachedName(
                            row.getString("reached"), row.getLong("n"), row.getLong("up"), row.getLong("down")));
                }
            }
        } finally {
            connection.commit();
        }
        return names;
    }

    Timeline timeline(String sandbox, TimelinePeriod period) throws SQLException {
        return finished(timeline.timeline(sandbox, query.number(APPLIED, 0, sandbox), period));
    }

    IndexedPastState moment(String sandbox, long at) throws SQLException {
        return finished(moments.at(sandbox, at));
    }

    WrittenFiles written(String sandbox, long at) throws SQLException {
        return finished(moments.written(sandbox, at));
    }

    List<TimelineMark> marks(String sandbox, long from, long to, int most) throws SQLException {
        return finished(new TimelineMarks(query).newest(sandbox, from, to, most));
    }

    List<WorkspaceWrite> writes(String sandbox, String path, int most) throws SQLException {
        Map<WriterSecond, WorkspaceWrite> newest = new LinkedHashMap<>();
        query.each(
                """
                SELECT * FROM writes WHERE sandbox = ? AND path_hash = ? AND path = ?
                    ORDER BY seq DESC, part DESC LIMIT ?\
                """,
                row -> {
                    WorkspaceWrite write = IndexRows.write(row);
                    newest.merge(
                            new WriterSecond(write.pid(), write.start(), write.second()),
                            write,
                            (newer, older) -> older.followedBy(newer));
                },
                sandbox,
                path.hashCode(),
                path,
                MOST_WRITES);
        return finished(newest.values().stream().limit(most).toList());
    }

    /// A process in one second.
    private record WriterSecond(int pid, long start, long second) {}

    private <T> T finished(T answer) throws SQLException {
        connection.commit();
        return answer;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
