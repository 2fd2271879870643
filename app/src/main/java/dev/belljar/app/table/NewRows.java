package dev.belljar.app.table;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Finds the rows of a table that were never in it before; it forgets rows that left the table long ago.
///
/// The first rows of a table are not new, nor are rows that a filter shows again.
final class NewRows {
    private static final int KNOWN = 20_000;

    private final Map<Object, Boolean> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Boolean> eldest) {
            return size() > KNOWN;
        }
    };
    private final Set<Object> fresh = new HashSet<>();

    /// Records the keys of the rows that are in the table now.
    void note(Collection<?> keys) {
        boolean first = known.isEmpty();
        fresh.retainAll(new HashSet<>(keys));
        for (Object key : keys) {
            if (known.put(key, true) == null && !first) {
                fresh.add(key);
            }
        }
    }

    /// Returns true if this row is new, once per row.
    boolean take(Object key) {
        return fresh.remove(key);
    }
}
