package dev.belljar.agent.index;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.ProcEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reduces process events to rows, one for each process, keyed by pid and start time.
///
/// A guest's CPUs may report out of order and a guest may lie, so it relies on no order: an exec or exit of an
/// unknown process makes its row, and a late fork only adds the parent. A child begins as a copy of its parent.
/// The parent is the process that had the parent pid when the child started; a row keeps its first parent when
/// that process ends.
final class ProcessReducer implements AutoCloseable {
    private static final String INSERT = """
            INSERT INTO processes (sandbox, pid, start, ppid, parent_start, uid, comm, exe, argv, cwd, started)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
            """;
    private static final String PARENT = "ppid = CASE WHEN ppid = 0 THEN excluded.ppid ELSE ppid END, "
            + "parent_start = CASE WHEN ppid = 0 THEN excluded.parent_start ELSE parent_start END";
    private static final String PROGRAM =
            ", uid = excluded.uid, comm = excluded.comm, exe = excluded.exe, argv = excluded.argv, cwd = excluded.cwd";
    private static final String ALIVE = ", ended = NULL, ended_seq = NULL, code = NULL, signal = NULL";

    private final PreparedStatement find;
    private final PreparedStatement forked;
    private final PreparedStatement executed;
    private final PreparedStatement present;
    private final PreparedStatement exited;
    private final PreparedStatement allEnded;
    private final PreparedStatement endedLongAgo;
    private final PreparedStatement livingLongest;

    ProcessReducer(Connection connection) throws SQLException {
        find = connection.prepareStatement("""
                SELECT start, uid, comm, exe, argv, cwd FROM processes
                WHERE sandbox = ? AND pid = ? AND start <= ? ORDER BY start DESC LIMIT 1""");
        forked = connection.prepareStatement(INSERT + PARENT);
        executed = connection.prepareStatement(INSERT + PARENT + PROGRAM);
        present = connection.prepareStatement(INSERT + PARENT + PROGRAM + ALIVE);
        exited = connection.prepareStatement("""
                UPDATE processes SET ended = ?, ended_seq = ?, code = ?, signal = ?
                WHERE sandbox = ? AND pid = ? AND start = ? AND ended IS NULL""");
        allEnded = connection.prepareStatement(
                "UPDATE processes SET ended = ?, ended_seq = ? WHERE sandbox = ? AND ended_seq IS NULL");
        endedLongAgo = connection.prepareStatement("""
                DELETE FROM processes WHERE sandbox = ? AND ended_seq <= (SELECT ended_seq FROM processes
                WHERE sandbox = ? AND ended_seq IS NOT NULL ORDER BY ended_seq DESC LIMIT 1 OFFSET ?)""");
        livingLongest = connection.prepareStatement("""
                DELETE FROM processes WHERE sandbox = ? AND ended_seq IS NULL AND start <= (SELECT start FROM processes
                WHERE sandbox = ? AND ended_seq IS NULL ORDER BY start DESC LIMIT 1 OFFSET ?)""");
    }

    void fold(String sandbox, ProcEvent event) throws SQLException {
        switch (event.op()) {
            case FORK -> fork(sandbox, event);
            case EXEC -> insert(executed, sandbox, event, parent(sandbox, event), null);
            case PRESENT -> insert(present, sandbox, event, parent(sandbox, event), null);
            case EXIT -> exit(sandbox, event);
        }
    }

    /// Ends all processes of a machine that ended.
    void machineEnded(String sandbox, long ts, long seq) throws SQLException {
        allEnded.setLong(1, ts);
        allEnded.setLong(2, seq);
        allEnded.setString(3, sandbox);
        allEnded.executeUpdate();
    }

    /// Deletes the processes that ended longest ago, and those that have been running longest, beyond this
    /// number of each.
    void forgetOldest(String sandbox, int most) throws SQLException {
        for (PreparedStatement tooMany : List.of(endedLongAgo, livingLongest)) {
            tooMany.setString(1, sandbox);
            tooMany.setString(2, sandbox);
            tooMany.setInt(3, most);
            tooMany.executeUpdate();
        }
    }

    /// The name of the newest process with this pid, null if there is none.
    @Nullable
    String name(String sandbox, int pid) throws SQLException {
        Parent newest = find(sandbox, pid, Long.MAX_VALUE);
        return newest == null ? null : newest.comm();
    }

    private void fork(String sandbox, ProcEvent event) throws SQLException {
        Parent parent = parent(sandbox, event);
        insert(forked, sandbox, event, parent, parent);
    }

    private void exit(String sandbox, ProcEvent event) throws SQLException {
        if (end(sandbox, event) == 0) {
            // An unknown process, or one that has ended: then the insert or the update changes nothing.
            insert(forked, sandbox, event, null, null);
            end(sandbox, event);
        }
    }

    private int end(String sandbox, ProcEvent event) throws SQLException {
        exited.setLong(1, event.ts());
        exited.setLong(2, event.seq());
        number(exited, 3, event.code());
        number(exited, 4, event.signal());
        exited.setString(5, sandbox);
        exited.setInt(6, event.pid());
        exited.setLong(7, event.start());
        return exited.executeUpdate();
    }

    private @Nullable Parent parent(String sandbox, ProcEvent event) throws SQLException {
        return event.ppid() == 0 ? null : find(sandbox, event.ppid(), event.start());
    }

    private @Nullable Parent find(String sandbox, int pid, long latestStart) throws SQLException {
        find.setString(1, sandbox);
        find.setInt(2, pid);
        find.setLong(3, latestStart);
        try (ResultSet row = find.executeQuery()) {
            return row.next()
                    ? new Parent(
                            row.getLong(1),
                            row.getInt(2),
                            row.getString(3),
                            row.getString(4),
                            row.getString(5),
                            row.getString(6))
                    : null;
        }
    }

    // `like` is the process of which this one is a copy, null if the event says what it runs.
    private static void insert(
            PreparedStatement into, String sandbox, ProcEvent event, @Nullable Parent parent, @Nullable Parent like)
            throws SQLException {
        into.setString(1, sandbox);
        into.setInt(2, event.pid());
        into.setLong(3, event.start());
        into.setInt(4, event.ppid());
        into.setLong(5, parent == null ? 0 : parent.start());
        into.setInt(6, like == null ? event.uid() : like.uid());
        into.setString(7, like == null || !event.comm().isEmpty() ? event.comm() : like.comm());
        into.setString(8, like == null ? event.exe() : like.exe());
        into.setString(9, like == null ? ContractJson.line(event.argv()) : like.argv());
        into.setString(10, like == null ? event.cwd() : like.cwd());
        into.setLong(11, event.ts());
        into.executeUpdate();
    }

    private static void number(PreparedStatement statement, int at, @Nullable Integer value) throws SQLException {
        if (value == null) {
            statement.setNull(at, Types.INTEGER);
        } else {
            statement.setInt(at, value);
        }
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement :
                List.of(find, forked, executed, present, exited, allEnded, endedLongAgo, livingLongest)) {
            statement.close();
        }
    }

    private record Parent(
            long start,
            int uid,
            String comm,
            @Nullable String exe,
            String argv,
            @Nullable String cwd) {}
}
