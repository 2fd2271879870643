package dev.belljar.agent.index;

import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.reduce.FlowReducer;
import dev.belljar.contract.view.network.FlowRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The rows of flows and DNS queries, as `FlowReducer` computes them. `first_seq` is the number of a flow's first
/// event.
final class IndexedFlows implements AutoCloseable {
    private final IndexedProcesses processes;
    private final PreparedStatement known;
    private final PreparedStatement write;
    private final PreparedStatement update;
    private final PreparedStatement allEnded;
    private final PreparedStatement beganLongAgo;

    IndexedFlows(Connection connection, IndexedProcesses processes) throws SQLException {
        this.processes = processes;
        known = connection.prepareStatement("SELECT * FROM flows WHERE sandbox = ? AND flow = ?");
        write = connection.prepareStatement("""
            INSERT INTO flows (sandbox, flow, first_seq, started, ended, pid, process, exe, proto, src, dst, name,
                up, down, packets, verdict, rule, reason, layer, span)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET ended = excluded.ended, pid = excluded.pid, process = excluded.process,
                exe = excluded.exe, name = excluded.name, up = excluded.up, down = excluded.down,
                packets = excluded.packets, verdict = excluded.verdict, rule = excluded.rule,
                reason = excluded.reason, layer = excluded.layer, span = excluded.span\
            """);
        // An open flow has an event each second, and none of them changes a column of an index.
        update = connection.prepareStatement("""
            UPDATE flows SET pid = ?, process = ?, exe = ?, name = ?, up = ?, down = ?, packets = ?, verdict = ?,
                rule = ?, reason = ?, layer = ? WHERE sandbox = ? AND flow = ?\
            """);
        allEnded = connection.prepareStatement(
                "UPDATE flows SET ended = ?1, span = %s WHERE sandbox = ?2 AND ended IS NULL"
                        .formatted(DurationClasses.ofEndingRows()));
        beganLongAgo = connection.prepareStatement("""
            DELETE FROM flows WHERE sandbox = ? AND first_seq <= (SELECT first_seq FROM flows
                WHERE sandbox = ? ORDER BY first_seq DESC LIMIT 1 OFFSET ?)\
            """);
    }

    /// Applies an event, and returns the flow's row before it, null for a new flow.
    @Nullable
    FlowRow apply(String sandbox, NetEvent event) throws SQLException {
        FlowRow before = find(sandbox, event.flow());
        FlowRow after = FlowReducer.next(before, process(sandbox, event), event);
        if (before != null && before.ended() == null && after.ended() == null) {
            update(sandbox, after);
        } else {
            write(sandbox, after, event.seq());
        }
        return before;
    }

    private @Nullable FlowRow find(String sandbox, long flow) throws SQLException {
        known.setString(1, sandbox);
        known.setLong(2, flow);
        try (ResultSet row = known.executeQuery()) {
            return row.next() ? IndexRows.flow(row) : null;
        }
    }

    private @Nullable String process(String sandbox, NetEvent event) throws SQLException {
        Integer pid = event.pid();
        return event.process() != null || pid == null ? null : processes.name(sandbox, pid);
    }

    private void write(String sandbox, FlowRow row, long seq) throws SQLException {
        write.setString(1, sandbox);
        write.setLong(2, row.flow());
        write.setLong(3, seq);
        write.setLong(4, row.started());
        write.setObject(5, row.ended(), Types.INTEGER);
        write.setObject(6, row.pid(), Types.INTEGER);
        write.setString(7, row.process());
        write.setString(8, row.exe());
        write.setString(9, row.proto());
        write.setString(10, row.src());
        write.setString(11, row.dst());
        write.setString(12, row.name());
        write.setLong(13, row.up());
        write.setLong(14, row.down());
        write.setLong(15, row.packets());
        write.setString(16, row.verdict().name().toLowerCase(Locale.ROOT));
        write.setString(17, row.rule());
        write.setString(18, row.reason() == null ? null : row.reason().name());
        write.setString(19, row.layer() == null ? null : row.layer().name());
        write.setObject(20, DurationClasses.of(row.started(), row.ended()), Types.INTEGER);
        write.executeUpdate();
    }

    private void update(String sandbox, FlowRow row) throws SQLException {
        update.setObject(1, row.pid(), Types.INTEGER);
        update.setString(2, row.process());
        update.setString(3, row.exe());
        update.setString(4, row.name());
        update.setLong(5, row.up());
        update.setLong(6, row.down());
        update.setLong(7, row.packets());
        update.setString(8, row.verdict().name().toLowerCase(Locale.ROOT));
        update.setString(9, row.rule());
        update.setString(10, row.reason() == null ? null : row.reason().name());
        update.setString(11, row.layer() == null ? null : row.layer().name());
        update.setString(12, sandbox);
        update.setLong(13, row.flow());
        update.executeUpdate();
    }

    /// Closes all flows of a machine that ended, as `FlowReducer.machineEnded` does.
    void machineEnded(String sandbox, long ts) throws SQLException {
        allEnded.setLong(1, ts);
        allEnded.setString(2, sandbox);
        allEnded.executeUpdate();
    }

    /// Deletes the flows that began longest ago, beyond this number.
    void forgetOldest(String sandbox, int most) throws SQLException {
        beganLongAgo.setString(1, sandbox);
        beganLongAgo.setString(2, sandbox);
        beganLongAgo.setInt(3, most);
        beganLongAgo.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : List.of(known, write, update, allEnded, beganLongAgo)) {
            statement.close();
        }
    }
}
