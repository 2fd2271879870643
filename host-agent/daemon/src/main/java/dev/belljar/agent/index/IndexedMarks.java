package dev.belljar.agent.index;

import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.HostEvent.ChangeKind;
import dev.belljar.contract.event.HostEvent.SnapshotChanged;
import dev.belljar.contract.event.HostEvent.StateChanged;
import dev.belljar.contract.event.HostEvent.WorkSynced;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.timeline.TimelineMark.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The marks of the timeline. `subject` is what a mark is about, such as an approval's id; later events about the
/// same subject change its newest mark.
final class IndexedMarks implements AutoCloseable {
    /// The most marks of one kind that are kept of a sandbox.
    static final int MOST = 20_000;

    private static final int MOST_TEXT = 300;
    private static final long MINUTE = 60_000;
    private static final String AUTOMATIC = "automatic";

    private final int most;
    private final PreparedStatement newest;
    private final PreparedStatement write;
    private final PreparedStatement end;
    private final PreparedStatement describe;
    private final PreparedStatement repeat;
    private final PreparedStatement longAgo;
    /// Blocked connections of this batch, by name and minute.
    private final Map<BlockedName, Blocked> blocked = new LinkedHashMap<>();

    private record BlockedName(String name, long minute) {}

    /// The first of several blocked connections, when the last one was, and how many there were.
    private record Blocked(long seq, long at, @Nullable String process, long until, long times) {}

    IndexedMarks(Connection connection, int most) throws SQLException {
        this.most = most;
        newest = connection.prepareStatement("""
            SELECT seq, at, until FROM marks WHERE sandbox = ? AND kind = ? AND subject = ?
                ORDER BY seq DESC LIMIT 1\
            """);
        write = connection.prepareStatement("""
            INSERT OR IGNORE INTO marks (sandbox, kind, seq, at, subject, label, detail, failed, until, times)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
            """);
        end = connection.prepareStatement(
                "UPDATE marks SET until = max(at, ?), detail = ?, failed = ? WHERE sandbox = ? AND kind = ? AND seq = ?");
        describe = connection.prepareStatement(
                "UPDATE marks SET label = ?, detail = ? WHERE sandbox = ? AND kind = ? AND seq = ?");
        repeat = connection.prepareStatement("""
            UPDATE marks SET until = max(until, ?), times = times + ? WHERE sandbox = ? AND kind = ? AND seq = ?\
            """);
        longAgo = connection.prepareStatement("""
            DELETE FROM marks WHERE sandbox = ? AND kind = ? AND seq <= (SELECT seq FROM marks WHERE sandbox = ?
                AND kind = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)\
            """);
    }

    void clear() {
        blocked.clear();
    }

    /// An approval was asked, or ended.
    void approval(String sandbox, ApprovalEvent event, long at) throws SQLException {
        Found asked = find(sandbox, Kind.APPROVAL, event.id());
        long seq = asked != null && asked.until() == null ? asked.seq() : event.seq();
        if (seq == event.seq()) {
            String name = event.name() == null ? event.address() + ":" + event.port() : event.name();
            write(sandbox, Kind.APPROVAL, new Row(event.seq(), at, event.id(), name, event.process(), false, null, 1));
        }
        if (!event.waits()) {
            end(sandbox, Kind.APPROVAL, seq, at, ApprovalWords.of(event), !ApprovalWords.allowed(event));
        }
    }

    /// A snapshot was taken or deleted.
    void snapshot(String sandbox, SnapshotChanged event, long at) throws SQLException {
        Found taken = find(sandbox, Kind.SNAPSHOT, event.snapshot());
        if (event.change() == ChangeKind.DELETED) {
            if (taken != null) {
                end(sandbox, Kind.SNAPSHOT, taken.seq(), at, "deleted", false);
            }
            return;
        }
        Snapshot value = event.value();
        String label = value == null || value.name() == null ? event.snapshot() : value.name();
        String note = value == null ? null : note(value);
        if (taken == null) {
            write(sandbox, Kind.SNAPSHOT, new Row(event.seq(), at, event.snapshot(), label, note, false, null, 1));
        } else if (event.change() == ChangeKind.CHANGED) {
            describe(sandbox, Kind.SNAPSHOT, taken.seq(), label, note);
        }
    }

    private static @Nullable String note(Snapshot snapshot) {
        if (snapshot.automatic() == null) {
            return snapshot.note();
        }
        return snapshot.note() == null ? AUTOMATIC : AUTOMATIC + ", " + snapshot.note();
    }

    /// Work was fetched or accepted; a fetch without work is no mark.
    void work(String sandbox, WorkSynced event, long at) throws SQLException {
        String ref = event.ref();
        String commit = event.commit();
        Integer files = event.files();
        String detail = files == null ? event.detail() : "%,d %s".formatted(files, files == 1 ? "file" : "files");
        if (event.work() == WorkSynced.WorkStage.FETCHED && commit != null) {
            commit(sandbox, event.seq(), at, commit, ref == null ? commit : ref, detail);
        } else if (event.work() == WorkSynced.WorkStage.ACCEPTED || ref != null) {
            String label = ref == null ? "work" : ref;
            write(sandbox, Kind.SYNC, new Row(event.seq(), at, commit, label, detail, false, null, 1));
        }
    }

    /// A commit was fetched; it is a mark only the first time.
    void commit(String sandbox, long seq, long at, String commit, String subject, @Nullable String detail)
            throws SQLException {
        if (find(sandbox, Kind.COMMIT, commit) == null) {
            write(sandbox, Kind.COMMIT, new Row(seq, at, commit, subject, detail, false, null, 1));
        }
    }

    /// The sandbox entered a state.
    void state(String sandbox, StateChanged event, long at) throws SQLException {
        SandboxState to = event.to();
        if (event.from() == to || to == SandboxState.STARTING || to == SandboxState.STOPPING) {
            return;
        }
        String detail =
                event.problem() == null ? event.detail() : event.problem().detail();
        if (detail == null && event.tier() != null) {
            detail = event.tier().name().toLowerCase(Locale.ROOT);
        }
        String label = to.name().toLowerCase(Locale.ROOT);
        write(sandbox, Kind.STATE, new Row(event.seq(), at, null, label, detail, to == SandboxState.ERROR, null, 1));
    }

    /// A connection or DNS query was blocked.
    void blocked(NetEvent event, long at) {
        String name = bounded(event.name() == null ? event.dst() : event.name());
        Blocked now = new Blocked(event.seq(), at, event.process(), at, 1);
        blocked.merge(
                new BlockedName(name, IndexedIntervals.begin(at, MINUTE)),
                now,
                (before, _) -> new Blocked(
                        before.seq, before.at, before.process, Math.max(before.until, at), before.times + 1));
    }

    /// Writes the blocked connections of the batch.
    void flush(String sandbox) throws SQLException {
        for (Map.Entry<BlockedName, Blocked> each : blocked.entrySet()) {
            String name = each.getKey().name();
            Blocked added = each.getValue();
            Found before = find(sandbox, Kind.BLOCKED, name);
            if (before != null
                    && IndexedIntervals.begin(before.at(), MINUTE)
                            == each.getKey().minute()) {
                repeat.setLong(1, added.until());
                repeat.setLong(2, added.times());
                repeat.setString(3, sandbox);
                repeat.setString(4, Kind.BLOCKED.name());
                repeat.setLong(5, before.seq());
                repeat.executeUpdate();
            } else {
                Row row = new Row(
                        added.seq(), added.at(), name, name, added.process(), true, added.until(), added.times());
                write(sandbox, Kind.BLOCKED, row);
            }
        }
        blocked.clear();
    }

    private record Found(long seq, long at, @Nullable Long until) {}

    private @Nullable Found find(String sandbox, Kind kind, String subject) throws SQLException {
        newest.setString(1, sandbox);
        newest.setString(2, kind.name());
        newest.setString(3, bounded(subject));
        try (ResultSet row = newest.executeQuery()) {
            return row.next() ? new Found(row.getLong(1), row.getLong(2), IndexRows.longer(row, "until")) : null;
        }
    }

    private record Row(
            long seq,
            long at,
            @Nullable String subject,
            String label,
            @Nullable String detail,
            boolean failed,
            @Nullable Long until,
            long times) {}

    private void write(String sandbox, Kind kind, Row row) throws SQLException {
        write.setString(1, sandbox);
        write.setString(2, kind.name());
        write.setLong(3, row.seq());
        write.setLong(4, row.at());
        write.setString(5, row.subject() == null ? null : bounded(row.subject()));
        write.setString(6, bounded(row.label()));
        write.setString(7, row.detail() == null ? null : bounded(row.detail()));
        write.setBoolean(8, row.failed());
        write.setObject(9, row.until(), Types.INTEGER);
        write.setLong(10, row.times());
        write.executeUpdate();
    }

    private void end(String sandbox, Kind kind, long seq, long at, String detail, boolean failed) throws SQLException {
        end.setLong(1, at);
        end.setString(2, bounded(detail));
        end.setBoolean(3, failed);
        end.setString(4, sandbox);
        end.setString(5, kind.name());
        end.setLong(6, seq);
        end.executeUpdate();
    }

    private void describe(String sandbox, Kind kind, long seq, String label, @Nullable String detail)
            throws SQLException {
        describe.setString(1, bounded(label));
        describe.setString(2, detail == null ? null : bounded(detail));
        describe.setString(3, sandbox);
        describe.setString(4, kind.name());
        describe.setLong(5, seq);
        describe.executeUpdate();
    }

    private static String bounded(String text) {
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "…";
    }

    /// Deletes the oldest marks of each kind beyond the limit.
    void forgetOldest(String sandbox) throws SQLException {
        for (Kind kind : Kind.values()) {
            longAgo.setString(1, sandbox);
            longAgo.setString(2, kind.name());
            longAgo.setString(3, sandbox);
            longAgo.setString(4, kind.name());
            longAgo.setInt(5, most);
            longAgo.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : List.of(newest, write, end, describe, repeat, longAgo)) {
            statement.close();
        }
    }
}
