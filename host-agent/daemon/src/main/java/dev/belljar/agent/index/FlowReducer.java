package dev.belljar.agent.index;

import dev.belljar.contract.event.NetEvent;
import dev.belljar.contract.event.NetOp;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reduces network events to rows, one for each flow and each DNS question. An event has the flow's figures so
/// far, so the newest event counts.
final class FlowReducer implements AutoCloseable {
    private final ProcessReducer processes;
    private final PreparedStatement upsert;
    private final PreparedStatement allEnded;
    private final PreparedStatement beganLongAgo;

    FlowReducer(Connection connection, ProcessReducer processes) throws SQLException {
        this.processes = processes;
        upsert = connection.prepareStatement("""
                INSERT INTO flows (sandbox, flow, first_seq, started, ended, pid, process, exe, proto, src, dst, name,
                    up, down, packets, verdict, rule) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET ended = coalesce(excluded.ended, ended), pid = coalesce(excluded.pid, pid),
                    process = coalesce(excluded.process, process), exe = coalesce(excluded.exe, exe),
                    name = coalesce(excluded.name, name),
                    up = excluded.up, down = excluded.down, packets = excluded.packets, verdict = excluded.verdict,
                    rule = coalesce(excluded.rule, rule)""");
        allEnded = connection.prepareStatement("UPDATE flows SET ended = ? WHERE sandbox = ? AND ended IS NULL");
        beganLongAgo = connection.prepareStatement("""
                DELETE FROM flows WHERE sandbox = ? AND first_seq <= (SELECT first_seq FROM flows
                    WHERE sandbox = ? ORDER BY first_seq DESC LIMIT 1 OFFSET ?)""");
    }

    void fold(String sandbox, NetEvent event) throws SQLException {
        boolean question = event.op() == NetOp.DNS;
        Integer pid = event.pid();
        upsert.setString(1, sandbox);
        upsert.setLong(2, event.flow());
        upsert.setLong(3, event.seq());
        upsert.setLong(4, event.ts());
        number(5, question || event.op() == NetOp.CLOSE ? Long.valueOf(event.ts()) : null);
        number(6, pid == null ? null : Long.valueOf(pid));
        upsert.setString(7, process(sandbox, event));
        upsert.setString(8, event.exe());
        upsert.setString(9, question ? "dns" : event.proto());
        upsert.setString(10, event.src());
        upsert.setString(11, event.dst());
        upsert.setString(12, event.name());
        upsert.setLong(13, event.up());
        upsert.setLong(14, event.down());
        upsert.setLong(15, event.packets());
        upsert.setString(16, event.verdict().name().toLowerCase(Locale.ROOT));
        upsert.setString(17, event.rule());
        upsert.executeUpdate();
    }

    /// The process name in the event; for events without one, the name of the newest process with that pid.
    private @Nullable String process(String sandbox, NetEvent event) throws SQLException {
        Integer pid = event.pid();
        String message = event.process();
        return message != null || pid == null ? message : processes.name(sandbox, pid);
    }

    /// Closes all flows of a machine that ended.
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

    private void number(int at, @Nullable Long value) throws SQLException {
        if (value == null) {
            upsert.setNull(at, Types.INTEGER);
        } else {
            upsert.setLong(at, value);
        }
    }

    @Override
    public void close() throws SQLException {
        upsert.close();
        allEnded.close();
        beganLongAgo.close();
    }
}
