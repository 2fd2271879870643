package dev.belljar.app.changes;

import dev.belljar.app.diff.DiffRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A cache of the diffs shown last, so that going back to a file takes no time; bounded in files and in rows.
final class RecentDiffs {
    static final int MOST_FILES = 16;
    static final int MOST_ROWS = 40_000;

    private final Map<String, List<DiffRow>> rows = new LinkedHashMap<>(MOST_FILES, 0.75f, true);

    /// The rows for this key, or null.
    @Nullable
    List<DiffRow> get(String key) {
        return rows.get(key);
    }

    /// Stores rows and evicts the least recently used ones.
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
