package dev.belljar.app.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that no row moves under the pointer and that rows that wait for the user are shown if they fit.
class HeldRowsTest {
    @Test
    void aNewWaitingRowIsShownBelowIfThereIsSpace() {
        HeldRows<String> rows = of(List.of("a", "b"), List.of("!w", "c", "a", "b"), 5);
        assertThat(rows.rows()).containsExactly("a", "b", "!w");
        assertThat(rows.fresh()).isEqualTo(1);
        assertThat(rows.waiting()).isZero();
    }

    @Test
    void withoutSpaceANewWaitingRowIsOnlyCounted() {
        HeldRows<String> rows = of(List.of("a", "b"), List.of("!w", "!v", "c", "a", "b"), 0);
        assertThat(rows.rows()).containsExactly("a", "b");
        assertThat(rows.fresh()).isEqualTo(3);
        assertThat(rows.waiting()).isEqualTo(2);
        assertThat(of(List.of("a"), List.of("!w", "a"), -3).rows()).containsExactly("a");
    }

    @Test
    void removedRowsKeepTheirPlace() {
        assertThat(of(List.of("a", "b", "c"), List.of("c", "a"), 9).rows()).containsExactly("a", "b", "c");
    }

    private static HeldRows<String> of(List<String> shown, List<String> newest, int room) {
        return HeldRows.of(shown, newest, row -> row, row -> row.startsWith("!"), room);
    }
}
