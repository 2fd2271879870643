package dev.belljar.agent.index;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The queries about writes to files; the caller reads within one transaction.
record WriteQueries(RowQuery query) {
    /// The most rows that are read; several may be about one second.
    private static final int MOST_READ = 50_000;

    /// The newest `most` writes to a file, newest first.
    List<WorkspaceWrite> of(String sandbox, String path, int most) throws SQLException {
        Map<Writer, WorkspaceWrite> newest = new LinkedHashMap<>();
        query.each(
                """
                SELECT * FROM writes WHERE sandbox = ? AND path_hash = ? AND path = ?
                    ORDER BY seq DESC, part DESC LIMIT ?\
                """,
                row -> {
                    WorkspaceWrite write = IndexRows.write(row);
                    newest.merge(
                            new Writer(write.pid(), write.start(), write.second()),
                            write,
                            (newer, older) -> older.followedBy(newer));
                },
                sandbox,
                path.hashCode(),
                path,
                MOST_READ);
        return newest.values().stream().limit(most).toList();
    }

    /// A process in one second.
    private record Writer(int pid, long start, long second) {}
}
