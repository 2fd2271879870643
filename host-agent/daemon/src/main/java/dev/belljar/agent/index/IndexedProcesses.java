package dev.belljar.agent.index;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.reduce.ProcessReducer;
import dev.belljar.contract.view.process.ProcessRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of processes, keyed by pid and start time, as `ProcessReducer` computes them. `ended_seq` is the number
/// of the event that ended the process. `own` marks the scripts of the host agent and what they started.
final class IndexedProcesses implements AutoCloseable {
    private final PreparedStatement known;
    private final PreparedStatement newest;
    private final PreparedStatement write;
    private final PreparedStatement update;
    private final PreparedStatement allEnded;
    private final PreparedStatement endedLongAgo;
    private final PreparedStatement livingLongest;

    IndexedProcesses(Connection connection) throws SQLException {
        known = connection.prepareStatement("SELECT * FROM processes WHERE sandbox = ? AND pid = ? AND start = ?");
        newest = connection.prepareStatement("""
            SELECT * FROM processes WHERE sandbox = ? AND pid = ? AND start <= ? ORDER BY start DESC LIMIT 1\
            """);
        write = connection.prepareStatement("""
            INSERT INTO processes (sandbox, pid, start, ppid, parent_start, uid, comm, exe, argv, cwd, started,
                ended, code, signal, ended_seq, span, own)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET ppid = excluded.ppid, parent_start = excluded.parent_start,
                uid = excluded.uid, comm = excluded.comm, exe = excluded.exe, argv = excluded.argv,
                cwd = excluded.cwd, ended = excluded.ended, code = excluded.code, signal = excluded.signal, span = excluded.span,
                own = excluded.own, ended_seq = CASE WHEN excluded.ended IS NULL THEN NULL
                    ELSE coalesce(ended_seq, excluded.ended_seq) END\
            """);
        // A process that runs another program changes no column of an index.
        update = connection.prepareStatement("""
            UPDATE processes SET ppid = ?, parent_start = ?, uid = ?, comm = ?, exe = ?, argv = ?, cwd = ?, own = ?
                WHERE sandbox = ? AND pid = ? AND start = ?\
            """);
        allEnded = connection.prepareStatement(
                "UPDATE processes SET ended = ?1, ended_seq = ?2, span = %s WHERE sandbox = ?3 AND ended_seq IS NULL"
                        .formatted(DurationClasses.ofEndingRows()));
        endedLongAgo = connection.prepareStatement("""
            DELETE FROM processes WHERE sandbox = ? AND ended_seq <= (SELECT ended_seq FROM processes
            WHERE sandbox = ? AND ended_seq IS NOT NULL ORDER BY ended_seq DESC LIMIT 1 OFFSET ?)\
            """);
        livingLongest = connection.prepareStatement("""
            DELETE FROM processes WHERE sandbox = ? AND ended_seq IS NULL AND start <= (SELECT start FROM processes
            WHERE sandbox = ? AND ended_seq IS NULL ORDER BY start DESC LIMIT 1 OFFSET ?)\
            """);
    }

    /// A process, and whether it is a script of the host agent or was started by one. A program in the guest can
    /// pose as one, so such processes come last, but are not hidden.
    record IndexedProcess(ProcessRow row, boolean own) {
        static IndexedProcess of(ResultSet row) throws SQLException {
            return new IndexedProcess(IndexRows.process(row), row.getBoolean("own"));
        }
    }

    void apply(String sandbox, ProcEvent event) throws SQLException {
        IndexedProcess old = find(known, sandbox, event.pid(), event.start());
        IndexedProcess above = event.ppid() == 0 ? null : find(newest, sandbox, event.ppid(), event.start());
        ProcessRow before = old == null ? null : old.row();
        ProcessRow after = ProcessReducer.next(before, above == null ? null : above.row(), event);
        if (after.equals(before)) {
            return;
        }
        boolean own = (old != null && old.own()) || (above != null && above.own()) || AgentScripts.is(after.argv());
        IndexedProcess next = new IndexedProcess(after, own);
        if (before != null && before.ended() == null && after.ended() == null) {
            update(sandbox, next);
        } else {
            write(sandbox, next, event.seq());
        }
    }

    /// Ends all processes of a machine that ended, as `ProcessReducer.machineEnded` does.
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
        IndexedProcess found = find(newest, sandbox, pid, Long.MAX_VALUE);
        return found == null ? null : found.row().comm();
    }

    private static @Nullable IndexedProcess find(PreparedStatement select, String sandbox, int pid, long start)
            throws SQLException {
        select.setString(1, sandbox);
        select.setInt(2, pid);
        select.setLong(3, start);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? IndexedProcess.of(row) : null;
        }
    }

    private void write(String sandbox, IndexedProcess process, long seq) throws SQLException {
        ProcessRow row = process.row();
        write.setString(1, sandbox);
        write.setInt(2, row.pid());
        write.setLong(3, row.start());
        write.setInt(4, row.ppid());
        write.setLong(5, row.parentStart());
        write.setInt(6, row.uid());
        write.setString(7, row.comm());
        write.setString(8, row.exe());
        write.setString(9, ContractJson.line(row.argv()));
        write.setString(10, row.cwd());
        write.setLong(11, row.started());
        write.setObject(12, row.ended(), Types.INTEGER);
        write.setObject(13, row.code(), Types.INTEGER);
        write.setObject(14, row.signal(), Types.INTEGER);
        write.setObject(15, row.ended() == null ? null : (Long) seq, Types.INTEGER);
        write.setObject(16, DurationClasses.of(row.started(), row.ended()), Types.INTEGER);
        write.setBoolean(17, process.own());
        write.executeUpdate();
    }

    private void update(String sandbox, IndexedProcess process) throws SQLException {
        ProcessRow row = process.row();
        update.setInt(1, row.ppid());
        update.setLong(2, row.parentStart());
        update.setInt(3, row.uid());
        update.setString(4, row.comm());
        update.setString(5, row.exe());
        update.setString(6, ContractJson.line(row.argv()));
        update.setString(7, row.cwd());
        update.setBoolean(8, process.own());
        update.setString(9, sandbox);
        update.setInt(10, row.pid());
        update.setLong(11, row.start());
        update.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement :
                List.of(known, newest, write, update, allEnded, endedLongAgo, livingLongest)) {
            statement.close();
        }
    }
}
