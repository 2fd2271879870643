package dev.belljar.agent.index;

import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.CommitMade;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.HostEvent.SnapshotChanged;
import dev.belljar.contract.event.HostEvent.StateChanged;
import dev.belljar.contract.event.HostEvent.WorkSynced;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.network.FlowRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes what the timeline shows: a batch of events is collected in memory, and written at its end.
///
/// Times that come from the guest are not to be trusted: no time is before the sandbox's first event or later than
/// now, so that a false one does not make the axis longer.
final class TimelineProjection implements AutoCloseable {
    private final PreparedStatement known;
    private final PreparedStatement write;
    private final IndexedIntervals intervals;
    private final IndexedMarks marks;
    private final UnobservedPeriods unobserved;
    private final IndexedWrites writes;
    private long now;
    private @Nullable SandboxLife life;

    /// Writes at most about `most` rows of each kind for a sandbox.
    TimelineProjection(Connection connection, int most) throws SQLException {
        known = connection.prepareStatement("SELECT began, newest, last FROM lives WHERE sandbox = ?");
        write = connection.prepareStatement(
                "INSERT OR REPLACE INTO lives (sandbox, began, newest, last) VALUES (?, ?, ?, ?)");
        intervals = new IndexedIntervals(connection, most);
        marks = new IndexedMarks(connection, Math.min(most, IndexedMarks.MOST));
        unobserved = new UnobservedPeriods(connection, Math.min(most, UnobservedPeriods.MOST));
        writes = new IndexedWrites(connection, most);
    }

    /// The times of a sandbox's first and newest event, and of the one with the highest number.
    private record SandboxLife(long began, long newest, long last) {}

    /// Begins a batch; what an earlier batch left behind that failed is forgotten.
    void begin(String sandbox) throws SQLException {
        now = System.currentTimeMillis();
        intervals.clear();
        marks.clear();
        writes.clear();
        known.setString(1, sandbox);
        try (ResultSet row = known.executeQuery()) {
            life = row.next() ? new SandboxLife(row.getLong(1), row.getLong(2), row.getLong(3)) : null;
        }
    }

    /// Adds an event.
    void add(String sandbox, Event event) throws SQLException {
        if (life == null && event instanceof GapEvent) {
            return; // the time of a gap before all events is not known
        }
        long at = time(event.ts());
        long before = life == null ? at : life.last();
        life = life == null
                ? new SandboxLife(at, at, at)
                : new SandboxLife(life.began(), Math.max(life.newest(), at), at);
        intervals.event(at, event.seq());
        switch (event) {
            case FileEvent file -> {
                intervals.file(at, file.op());
                writes.add(file, at);
            }
            case GapEvent gap -> unobserved.apply(sandbox, gap, before, at);
            case ApprovalEvent approval -> marks.approval(sandbox, approval, at);
            case SnapshotChanged snapshot -> marks.snapshot(sandbox, snapshot, at);
            case WorkSynced work -> marks.work(sandbox, work, at);
            case StateChanged state -> marks.state(sandbox, state, at);
            case CommitMade made -> marks.commit(sandbox, made.seq(), at, made.commit(), made.subject(), made.author());
            default -> {
                // Only counted.
            }
        }
    }

    /// Adds the bytes that a flow transferred since its row before this event, and whether it was blocked now.
    void traffic(NetEvent event, @Nullable FlowRow before) {
        long at = time(event.ts());
        intervals.traffic(at, event, before);
        if (event.verdict() == Verdict.REFUSED && (before == null || before.verdict() != Verdict.REFUSED)) {
            marks.blocked(event, at);
        }
    }

    /// Ends the periods that are open: while no machine runs there is nothing to observe.
    void machineEnded(String sandbox) throws SQLException {
        if (life != null) {
            unobserved.endAll(sandbox, life.last());
        }
    }

    private long time(long ts) {
        long first = life == null ? 0 : Math.min(life.began(), now);
        return Math.clamp(ts, first, now);
    }

    /// Writes the batch.
    void flush(String sandbox) throws SQLException {
        if (life == null) {
            return;
        }
        write.setString(1, sandbox);
        write.setLong(2, life.began());
        write.setLong(3, life.newest());
        write.setLong(4, life.last());
        write.executeUpdate();
        intervals.flush(sandbox);
        marks.flush(sandbox);
        writes.flush(sandbox);
    }

    /// Deletes the oldest rows, if there are too many.
    void forgetOldest(String sandbox) throws SQLException {
        intervals.forgetOldest(sandbox);
        marks.forgetOldest(sandbox);
        unobserved.forgetOldest(sandbox);
        writes.forgetOldest(sandbox);
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : List.of(known, write)) {
            statement.close();
        }
        intervals.close();
        marks.close();
        unobserved.close();
        writes.close();
    }
}
