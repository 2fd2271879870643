package dev.belljar.agent.index;

import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.view.network.FlowRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The counts of events, of changed files and of bytes in each second, minute and hour in which something happened.
/// The coarser ones are kept longer, so that the whole life of a sandbox is read in few rows. `first_seq` and
/// `last_seq`
/// are the lowest and highest number of an interval's events.
final class IndexedIntervals implements AutoCloseable {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    /// The lengths of the intervals in milliseconds, the shortest first.
    static final List<Long> WIDTHS = List.of(SECOND, MINUTE, HOUR);

    private final int most;
    private final PreparedStatement write;
    private final PreparedStatement longAgo;
    private final Map<Long, Counts> seconds = new TreeMap<>();

    IndexedIntervals(Connection connection, int most) throws SQLException {
        this.most = most;
        write = connection.prepareStatement("""
            INSERT INTO intervals (sandbox, width, at, events, added, changed, deleted, up, down, first_seq, last_seq)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET events = events + excluded.events, added = added + excluded.added,
                changed = changed + excluded.changed, deleted = deleted + excluded.deleted,
                up = up + excluded.up, down = down + excluded.down, last_seq = excluded.last_seq\
            """);
        longAgo = connection.prepareStatement("""
            DELETE FROM intervals WHERE sandbox = ? AND width = ? AND at <= (SELECT at FROM intervals
                WHERE sandbox = ? AND width = ? ORDER BY at DESC LIMIT 1 OFFSET ?)\
            """);
    }

    /// The counts of one interval.
    private static final class Counts {
        private long events;
        private long added;
        private long changed;
        private long deleted;
        private long up;
        private long down;
        private long firstSeq = Long.MAX_VALUE;
        private long lastSeq;

        private void add(Counts other) {
            events += other.events;
            added += other.added;
            changed += other.changed;
            deleted += other.deleted;
            up += other.up;
            down += other.down;
            firstSeq = Math.min(firstSeq, other.firstSeq);
            lastSeq = Math.max(lastSeq, other.lastSeq);
        }
    }

    void clear() {
        seconds.clear();
    }

    void event(long at, long seq) {
        Counts counts = counts(at);
        counts.events++;
        counts.firstSeq = Math.min(counts.firstSeq, seq);
        counts.lastSeq = seq;
    }

    void file(long at, FileOp op) {
        Counts counts = counts(at);
        switch (op) {
            case CREATE, MKDIR, LINK, SYMLINK -> counts.added++;
            case WRITE, RENAME, TRUNCATE, CHMOD -> counts.changed++;
            case UNLINK, RMDIR -> counts.deleted++;
        }
    }

    /// Adds the bytes since the row before, which has the flow's totals; `before` is null if the flow is not known.
    void traffic(long at, NetEvent event, @Nullable FlowRow before) {
        long up = event.up() - (before == null ? 0 : before.up());
        long down = event.down() - (before == null ? 0 : before.down());
        if (before == null && (event.op() == NetOp.UPDATE || event.op() == NetOp.CLOSE)) {
            // The flow's row was removed, because there were too many newer ones. The event says how many bytes are
            // new, but not in which direction.
            long total = Math.max(1, event.up() + event.down());
            up = Math.round((double) event.bytes() * event.up() / total);
            down = event.bytes() - up;
        }
        Counts counts = counts(at);
        counts.up += Math.max(0, up);
        counts.down += Math.max(0, down);
    }

    private Counts counts(long at) {
        return seconds.computeIfAbsent(begin(at, SECOND), _ -> new Counts());
    }

    /// The beginning of the interval that a time is in.
    static long begin(long at, long width) {
        return Math.floorDiv(at, width) * width;
    }

    void flush(String sandbox) throws SQLException {
        for (long width : WIDTHS) {
            Map<Long, Counts> wider = new TreeMap<>();
            seconds.forEach((at, counts) ->
                    wider.computeIfAbsent(begin(at, width), _ -> new Counts()).add(counts));
            for (Map.Entry<Long, Counts> interval : wider.entrySet()) {
                write(sandbox, width, interval.getKey(), interval.getValue());
            }
        }
        seconds.clear();
    }

    private void write(String sandbox, long width, long at, Counts counts) throws SQLException {
        write.setString(1, sandbox);
        write.setLong(2, width);
        write.setLong(3, at);
        write.setLong(4, counts.events);
        write.setLong(5, counts.added);
        write.setLong(6, counts.changed);
        write.setLong(7, counts.deleted);
        write.setLong(8, counts.up);
        write.setLong(9, counts.down);
        write.setLong(10, counts.firstSeq);
        write.setLong(11, counts.lastSeq);
        write.executeUpdate();
    }

    /// Deletes the oldest intervals of each length beyond the limit.
    void forgetOldest(String sandbox) throws SQLException {
        for (long width : WIDTHS) {
            longAgo.setString(1, sandbox);
            longAgo.setLong(2, width);
            longAgo.setString(3, sandbox);
            longAgo.setLong(4, width);
            longAgo.setInt(5, most);
            longAgo.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        write.close();
        longAgo.close();
    }
}
