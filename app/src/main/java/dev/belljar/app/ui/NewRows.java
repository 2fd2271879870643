package dev.belljar.app.ui;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Which rows of a table have never been there before; it forgets those that have long been out of it.
///
/// What is there at first is not new, nor is what a filter brings back.
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

    /// These rows are in the table now.
    void note(Collection<?> keys) {
        boolean first = known.isEmpty();
        fresh.retainAll(new HashSet<>(keys));
        for (Object key : keys) {
            if (known.put(key, true) == null && !first) {
                fresh.add(key);
            }
        }
    }

    /// Whether this row is new; says so once.
    boolean take(Object key) {
        return fresh.remove(key);
    }
}
