package dev.belljar.agent.index;

import dev.belljar.contract.event.Event.GapEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The periods in which a machine was not observed, or events were lost; `ended` is null while one lasts.
final class UnobservedPeriods implements AutoCloseable {
    /// The most periods that are kept of a sandbox.
    static final int MOST = 20_000;
    /// Events were lost between the last event and the report of the loss, but at most this long before the report.
    private static final long LONGEST_LOSS = 60_000;

    private final int most;
    private final PreparedStatement write;
    private final PreparedStatement endNewest;
    private final PreparedStatement endAll;
    private final PreparedStatement longAgo;

    UnobservedPeriods(Connection connection, int most) throws SQLException {
        this.most = most;
        write = connection.prepareStatement("INSERT INTO unobserved (sandbox, seq, began, ended) VALUES (?, ?, ?, ?)");
        endNewest = connection.prepareStatement("""
            UPDATE unobserved SET ended = max(began, ?) WHERE sandbox = ? AND seq = (SELECT max(seq) FROM unobserved
                WHERE sandbox = ? AND ended IS NULL)\
            """);
        endAll = connection.prepareStatement(
                "UPDATE unobserved SET ended = max(began, ?) WHERE sandbox = ? AND ended IS NULL");
        longAgo = connection.prepareStatement("""
            DELETE FROM unobserved WHERE sandbox = ? AND seq <= (SELECT seq FROM unobserved WHERE sandbox = ?
                ORDER BY seq DESC LIMIT 1 OFFSET ?)\
            """);
    }

    /// Applies a gap at this time; `before` is the time of the event before it.
    void apply(String sandbox, GapEvent gap, long before, long at) throws SQLException {
        switch (gap.op()) {
            case "begin" -> write(sandbox, gap.seq(), at, null);
            case "end" -> {
                endNewest.setLong(1, at);
                endNewest.setString(2, sandbox);
                endNewest.setString(3, sandbox);
                endNewest.executeUpdate();
            }
            default -> write(sandbox, gap.seq(), Math.clamp(before, at - LONGEST_LOSS, at), at);
        }
    }

    void endAll(String sandbox, long at) throws SQLException {
        endAll.setLong(1, at);
        endAll.setString(2, sandbox);
        endAll.executeUpdate();
    }

    private void write(String sandbox, long seq, long began, @Nullable Long ended) throws SQLException {
        write.setString(1, sandbox);
        write.setLong(2, seq);
        write.setLong(3, began);
        write.setObject(4, ended, Types.INTEGER);
        write.executeUpdate();
    }

    /// Deletes the oldest periods beyond the limit.
    void forgetOldest(String sandbox) throws SQLException {
        longAgo.setString(1, sandbox);
        longAgo.setString(2, sandbox);
        longAgo.setInt(3, most);
        longAgo.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : List.of(write, endNewest, endAll, longAgo)) {
            statement.close();
        }
    }
}
