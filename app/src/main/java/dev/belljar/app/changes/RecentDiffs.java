package dev.belljar.app.changes;

import dev.belljar.app.diff.DiffRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The diffs that were shown last, so that going back to a file takes no time; bounded in files and in rows.
final class RecentDiffs {
    static final int MOST_FILES = 16;
    static final int MOST_ROWS = 40_000;

    private final Map<String, List<DiffRow>> rows = new LinkedHashMap<>(MOST_FILES, 0.75f, true);

    /// The rows kept under this key, if they are.
    @Nullable
    List<DiffRow> get(String key) {
        return rows.get(key);
    }

    /// Keeps rows, and drops those not looked at for longest.
    void put(String key, List<DiffRow> next) {
        rows.put(key, List.copyOf(next));
        while (rows.size() > 1 && (rows.size() > MOST_FILES || size() > MOST_ROWS)) {
            rows.remove(rows.keySet().iterator().next());
        }
    }

    private int size() {
        return rows.values().stream().mapToInt(List::size).sum();
    }
}
