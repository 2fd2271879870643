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

/// The writes to files of the workspace. Git's own folders are left out: a commit writes many files there, and
/// none of them is part of the work.
///
/// The writes of one process to one file within one second are one row if they are in one batch; who reads the rows
/// joins those of several batches. New rows are at the end of the table, and a path is found by its hash, because an
/// index of the paths themselves would make each insertion slow.
final class IndexedWrites implements AutoCloseable {
    private static final String WORKSPACE = "/workspace/";
    private static final String GIT = "/.git/";

    private final int most;
    private final PreparedStatement write;
    private final PreparedStatement longAgo;
    private final Map<WriteKey, WorkspaceWrite> batch = new LinkedHashMap<>();

    private record WriteKey(String path, int pid, long start, long second) {}

    IndexedWrites(Connection connection, int most) throws SQLException {
        this.most = most;
        write = connection.prepareStatement("""
            INSERT INTO writes (sandbox, seq, part, path, path_hash, pid, start, at, comm, ops, origin, target, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
            """);
        longAgo = connection.prepareStatement("""
            DELETE FROM writes WHERE sandbox = ? AND seq <= (SELECT seq FROM writes WHERE sandbox = ?
                ORDER BY seq DESC LIMIT 1 OFFSET ?)\
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
        batch.merge(new WriteKey(inside, event.pid(), event.start(), now.second()), now, WorkspaceWrite::followedBy);
    }

    private static String shortened(String path) {
        return path.startsWith(WORKSPACE) ? path.substring(WORKSPACE.length()) : path;
    }

    void flush(String sandbox) throws SQLException {
        int part = 0;
        for (WorkspaceWrite row : batch.values()) {
            write.setString(1, sandbox);
            write.setLong(2, row.seq());
            write.setInt(3, part++); // a rename is in two rows
            write.setString(4, row.path());
            write.setInt(5, row.path().hashCode());
            write.setInt(6, row.pid());
            write.setLong(7, row.start());
            write.setLong(8, row.at());
            write.setString(9, row.comm());
            write.setInt(10, WorkspaceWrite.bits(row.ops()));
            write.setString(11, row.origin());
            write.setString(12, row.target());
            write.setLong(13, row.bytes());
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
