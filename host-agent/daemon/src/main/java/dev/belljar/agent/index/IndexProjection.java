package dev.belljar.agent.index;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.reduce.MachineEndDetector;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes events into the tables, each batch with its position in one transaction; used by the thread that owns
/// writes.
final class IndexProjection implements AutoCloseable {
    /// After so many events the tables are checked for excess rows.
    private static final int TIDY = 10_000;
    /// The most ended processes, running processes, and flows that are kept of a sandbox, each: a guest can make
    /// any number.
    static final int MOST = 200_000;

    private final Connection connection;
    private final int most;
    private final IndexedProcesses processes;
    private final IndexedFlows flows;
    private final TimelineProjection timeline;

    IndexProjection(Connection connection) throws SQLException {
        this(connection, MOST);
    }

    /// A projection that keeps at most about `most` processes of each kind, and as many flows.
    IndexProjection(Connection connection, int most) throws SQLException {
        this.most = most;
        this.connection = connection;
        this.processes = new IndexedProcesses(connection);
        this.flows = new IndexedFlows(connection, processes);
        this.timeline = new TimelineProjection(connection, most);
        connection.setAutoCommit(false);
    }

    /// Applies the events that come next and were not applied yet.
    ///
    /// @throws SQLException also when events are missing before the first new one; then nothing is applied
    void apply(String sandbox, List<Event> events) throws SQLException {
        try {
            long applied = applied(sandbox);
            timeline.begin(sandbox);
            Map<String, Long> counts = new TreeMap<>();
            long last = applied;
            for (Event event : events) {
                if (event.seq() <= last) {
                    continue;
                }
                expect(sandbox, last, event);
                fold(sandbox, event);
                counts.merge(event.type().word(), 1L, Long::sum);
                last = event.seq();
            }
            if (last > applied) {
                count(sandbox, counts);
                timeline.flush(sandbox);
                update("INSERT OR REPLACE INTO applied (sandbox, seq) VALUES (?, ?)", sandbox, last);
                if (applied / TIDY != last / TIDY) {
                    processes.forgetOldest(sandbox, most);
                    flows.forgetOldest(sandbox, most);
                    timeline.forgetOldest(sandbox);
                }
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }

    /// Deletes a sandbox's rows.
    void drop(String sandbox) throws SQLException {
        try {
            for (String table : IndexTables.ALL) {
                try (PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM " + table + " WHERE sandbox = ?")) {
                    delete.setString(1, sandbox);
                    delete.executeUpdate();
                }
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }

    private void fold(String sandbox, Event event) throws SQLException {
        timeline.add(sandbox, event);
        switch (event) {
            case ProcEvent proc -> processes.apply(sandbox, proc);
            case NetEvent net -> timeline.traffic(net, flows.apply(sandbox, net));
            case Event other
            when MachineEndDetector.before(other) -> {
                processes.machineEnded(sandbox, other.ts(), other.seq());
                flows.machineEnded(sandbox, other.ts());
                timeline.machineEnded(sandbox);
            }
            default -> {
                // Only counted; who needs its content reads the journal.
            }
        }
    }

    // A gap event for damaged lines has the number of the last of them.
    private static void expect(String sandbox, long last, Event event) throws SQLException {
        long stoodFor = event instanceof GapEvent gap && gap.count() > 0 ? gap.count() : 1;
        if (event.seq() - stoodFor > last) {
            throw new SQLException("sandbox %s: event %d came after %d; the events between them are missing"
                    .formatted(sandbox, event.seq(), last));
        }
    }

    private void count(String sandbox, Map<String, Long> counts) throws SQLException {
        try (PreparedStatement add = connection.prepareStatement("""
            INSERT INTO counts (sandbox, type, n) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET n = n + excluded.n\
            """)) {
            for (Map.Entry<String, Long> count : counts.entrySet()) {
                add.setString(1, sandbox);
                add.setString(2, count.getKey());
                add.setLong(3, count.getValue());
                add.executeUpdate();
            }
        }
    }

    private long applied(String sandbox) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT seq FROM applied WHERE sandbox = ?")) {
            select.setString(1, sandbox);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    private void update(String sql, String sandbox, long number) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, sandbox);
            statement.setLong(2, number);
            statement.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        processes.close();
        flows.close();
        timeline.close();
        connection.close();
    }
}
