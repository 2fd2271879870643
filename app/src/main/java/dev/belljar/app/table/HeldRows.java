package dev.belljar.app.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/// The rows of a table while the pointer is over it: they stay where they are, with newer figures. A new row
/// that waits for the user is added below them if there is space, so that it is not hidden.
///
/// `fresh` counts the new rows that are left out, `waiting` those among them that wait for the user.
record HeldRows<T>(List<T> rows, int fresh, int waiting) {
    /// Merges the newest rows into the ones shown; `room` is how many more rows are visible
    /// without scrolling.
    static <T> HeldRows<T> of(List<T> shown, List<T> newest, Function<T, Object> key, Predicate<T> waits, int room) {
        Map<Object, T> fresh = new LinkedHashMap<>();
        newest.forEach(row -> fresh.put(key.apply(row), row));
        List<T> rows = new ArrayList<>();
        for (T row : shown) {
            T now = fresh.remove(key.apply(row));
            rows.add(now == null ? row : now);
        }
        List<T> urgent =
                fresh.values().stream().filter(waits).limit(Math.max(0, room)).toList();
        urgent.forEach(row -> fresh.remove(key.apply(row)));
        rows.addAll(urgent);
        int waiting = (int) fresh.values().stream().filter(waits).count();
        return new HeldRows<>(List.copyOf(rows), fresh.size(), waiting);
    }
}
