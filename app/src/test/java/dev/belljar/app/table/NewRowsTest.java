package dev.belljar.app.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NewRowsTest {
    private final NewRows arrivals = new NewRows();

    @Test
    void rowsShownAtFirstAreNotNew() {
        arrivals.note(List.of(1, 2));
        assertThat(arrivals.take(1)).isFalse();
    }

    @Test
    void aLaterRowIsNewOnce() {
        arrivals.note(List.of(1));
        arrivals.note(List.of(1, 2));
        assertThat(arrivals.take(2)).isTrue();
        assertThat(arrivals.take(2)).isFalse();
    }

    @Test
    void aRowThatReappearsIsNotNew() {
        arrivals.note(List.of(1, 2));
        arrivals.note(List.of(1));
        arrivals.note(List.of(1, 2));
        assertThat(arrivals.take(2)).isFalse();
    }
}
