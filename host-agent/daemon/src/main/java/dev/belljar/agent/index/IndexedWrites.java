package dev.belljar.agent.index;

import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.FileOp;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The writes to files of the workspace: one row for each file, process and second. Git's own folders are left out:
/// a commit writes many files there, and none of them is part of the work.
final class IndexedWrites implements AutoCloseable {
    private static final String WORKSPACE = "/workspace/";
    private static final String GIT = "/.git/";
    private static final long SECOND = 1_000;

    private final int most;
    private final PreparedStatement write;
    private final PreparedStatement longAgo;
    private final Map<WriteKey, WorkspaceWrite> batch = new LinkedHashMap<>();

    private record WriteKey(String path, int pid, long start, long second) {}

    IndexedWrites(Connection connection, int most) throws SQLException {
        this.most = most;
        write = connection.prepareStatement("""
            INSERT INTO writes (sandbox, path, pid, start, second, seq, at, comm, ops, origin, target, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET seq = excluded.seq, at = excluded.at, ops = ops | excluded.ops,
                origin = coalesce(excluded.origin, origin), target = coalesce(excluded.target, target),
                bytes = CASE WHEN excluded.bytes < 0 THEN bytes ELSE excluded.bytes END\
            """);
        // The limit counts whole seconds, so that it holds for any number of writes in one second.
        longAgo = connection.prepareStatement("""
            DELETE FROM writes WHERE sandbox = ? AND second <= (SELECT second FROM writes WHERE sandbox = ?
                ORDER BY second DESC LIMIT 1 OFFSET ?)\
            """);
    }

    void clear() {
        batch.clear();
    }

    /// Adds an event at this time, which may differ from the one that the guest reported.
    void add(FileEvent event, long at) {
        String path = event.path();
        String other = event.to();
        if (event.op() == FileOp.RENAME && other != null) {
            add(event, path, null, shortened(other), at);
            add(event, other, shortened(path), null, at);
        } else {
            add(event, path, event.op() == FileOp.LINK && other != null ? shortened(other) : null, null, at);
        }
    }

    private void add(FileEvent event, String path, @Nullable String origin, @Nullable String target, long at) {
        if (!path.startsWith(WORKSPACE) || path.contains(GIT)) {
            return;
        }
        String inside = shortened(path);
        WorkspaceWrite now = new WorkspaceWrite(
                inside,
                event.pid(),
                event.start(),
                event.comm(),
                Set.of(event.op()),
                origin,
                target,
                event.bytes(),
                at,
                event.seq());
        WriteKey key = new WriteKey(inside, event.pid(), event.start(), IndexedIntervals.begin(at, SECOND));
        batch.merge(key, now, WorkspaceWrite::followedBy);
    }

    private static String shortened(String path) {
        return path.startsWith(WORKSPACE) ? path.substring(WORKSPACE.length()) : path;
    }

    void flush(String sandbox) throws SQLException {
        for (Map.Entry<WriteKey, WorkspaceWrite> each : batch.entrySet()) {
            WorkspaceWrite row = each.getValue();
            write.setString(1, sandbox);
            write.setString(2, row.path());
            write.setInt(3, row.pid());
            write.setLong(4, row.start());
            write.setLong(5, each.getKey().second());
            write.setLong(6, row.seq());
            write.setLong(7, row.at());
            write.setString(8, row.comm());
            write.setInt(9, WorkspaceWrite.bits(row.ops()));
            write.setString(10, row.origin());
            write.setString(11, row.target());
            write.setLong(12, row.bytes());
            write.executeUpdate();
        }
        batch.clear();
    }

    /// Deletes the oldest rows beyond the limit.
    void forgetOldest(String sandbox) throws SQLException {
        longAgo.setString(1, sandbox);
        longAgo.setString(2, sandbox);
        longAgo.setInt(3, most);
        longAgo.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        write.close();
        longAgo.close();
    }
}
