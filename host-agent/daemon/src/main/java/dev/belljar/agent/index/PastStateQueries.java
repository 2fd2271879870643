package dev.belljar.agent.index;

import dev.belljar.contract.view.timeline.PastState.ActiveFolder;
import dev.belljar.contract.view.timeline.PastState.ActiveName;
import dev.belljar.contract.view.timeline.WrittenFiles;
import dev.belljar.contract.view.timeline.WrittenFiles.FileWrites;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The queries about one moment of a sandbox; the caller reads within one transaction.
final class PastStateQueries {
    /// What happened this long before and after a moment belongs to it.
    private static final long AROUND = 5_000;
    private static final int MOST_PROCESSES = 2_000;
    private static final int MOST_NAMES = 100;
    private static final int MOST_FOLDERS = 50;
    private static final int MOST_FILES = 20_000;
    private static final int MOST_WRITES = 50_000;

    private final RowQuery query;
    private final TimelineMarks marks;
    private final OverlappingProcesses processes;

    PastStateQueries(RowQuery query) {
        this.query = query;
        this.marks = new TimelineMarks(query);
        this.processes = new OverlappingProcesses(query);
    }

    IndexedPastState at(String sandbox, long at) throws SQLException {
        OverlappingProcesses.Found ran = processes.longest(sandbox, at, at, MOST_PROCESSES);
        return new IndexedPastState(
                ran.rows(), ran.total(), traffic(sandbox, at), folders(sandbox, at), marks.beside(sandbox, at));
    }

    /// Blocked connections and DNS queries transferred nothing.
    private List<ActiveName> traffic(String sandbox, long at) throws SQLException {
        Map<String, ActiveName> names = new HashMap<>();
        String flow = """
            SELECT coalesce(name, dst) AS name, total(up) AS up, total(down) AS down FROM flows
            WHERE sandbox = ? AND proto <> 'dns' AND verdict <> 'refused' AND started <= ? AND\
            """;
        RowQuery.RowReader sum = row -> names.merge(
                row.getString("name"),
                new ActiveName(row.getString("name"), row.getLong("up"), row.getLong("down")),
                (one, other) -> new ActiveName(one.name(), one.up() + other.up(), one.down() + other.down()));
        query.each(flow + " ended IS NULL GROUP BY 1", sum, sandbox, at + AROUND);
        for (int span = 0; span < DurationClasses.LONGEST.size(); span++) {
            query.each(
                    flow + " span = ? AND started > ? AND ended >= ? GROUP BY 1",
                    sum,
                    sandbox,
                    at + AROUND,
                    span,
                    DurationClasses.earliest(span, at - AROUND),
                    at - AROUND);
        }
        return names.values().stream()
                .sorted(Comparator.comparingLong((ActiveName name) -> name.up() + name.down())
                        .reversed()
                        .thenComparing(ActiveName::name))
                .limit(MOST_NAMES)
                .toList();
    }

    private List<ActiveFolder> folders(String sandbox, long at) throws SQLException {
        Map<String, Set<String>> files = new HashMap<>();
        long first = IndexedIntervals.begin(at - AROUND, IndexedIntervals.WIDTHS.getFirst());
        query.each(
                """
                SELECT path FROM writes WHERE sandbox = ? AND at >= ? AND at <= ? AND seq BETWEEN
                    (SELECT min(first_seq) FROM intervals WHERE sandbox = ? AND width = ? AND at >= ? AND at <= ?)
                    AND (SELECT max(last_seq) FROM intervals WHERE sandbox = ? AND width = ? AND at >= ? AND at <= ?)
                    LIMIT ?\
                """,
                row -> {
                    String path = row.getString(1);
                    files.computeIfAbsent(folder(path), _ -> new HashSet<>()).add(path);
                },
                sandbox,
                at - AROUND,
                at + AROUND,
                sandbox,
                IndexedIntervals.WIDTHS.getFirst(),
                first,
                at + AROUND,
                sandbox,
                IndexedIntervals.WIDTHS.getFirst(),
                first,
                at + AROUND,
                MOST_WRITES);
        List<ActiveFolder> folders = new ArrayList<>();
        files.forEach((folder, paths) -> folders.add(new ActiveFolder(folder, paths.size())));
        folders.sort(Comparator.comparingLong(ActiveFolder::files).reversed().thenComparing(ActiveFolder::path));
        return folders.subList(0, Math.min(folders.size(), MOST_FOLDERS));
    }

    /// Which files were written up to a moment, and which after it; the files that were written last are first.
    WrittenFiles written(String sandbox, long at) throws SQLException {
        List<FileWrites> files = new ArrayList<>();
        query.each(
                """
                SELECT path, max(CASE WHEN at <= ? THEN at END) AS before, max(at) AS newest FROM writes
                WHERE sandbox = ? GROUP BY path ORDER BY newest DESC, path LIMIT ?\
                """,
                row -> {
                    long before = row.getLong("before");
                    Long known = row.wasNull() ? null : (Long) before;
                    files.add(new FileWrites(row.getString("path"), known, row.getLong("newest")));
                },
                at,
                sandbox,
                MOST_FILES + 1);
        // The table forgets the oldest rows beyond its limit.
        boolean all = files.size() <= MOST_FILES
                && query.number("SELECT count(*) FROM writes WHERE sandbox = ?", 0, sandbox) < IndexProjection.MOST;
        return new WrittenFiles(at, files.subList(0, Math.min(files.size(), MOST_FILES)), all);
    }

    private static String folder(String path) {
        int end = path.lastIndexOf('/');
        return end < 0 ? "." : path.substring(0, end);
    }
}
