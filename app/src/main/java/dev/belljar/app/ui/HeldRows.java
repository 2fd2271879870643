package dev.belljar.app.ui;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/// What a table shows while the pointer is over it: its rows stay where they are, with newer figures; a new row that
/// waits for the person is added below them where there is room, since it must not hide.
///
/// `fresh` counts the new rows that are left out, `waiting` those among them that wait for the person.
record HeldRows<T>(List<T> rows, int fresh, int waiting) {
    /// `shown` are there now, `newest` would be; `room` is how many more rows are in sight without scrolling.
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
