package dev.belljar.app.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private final Arrivals arrivals = new Arrivals();

    @Test
    void whatIsThereAtFirstIsNotNew() {
        arrivals.note(List.of(1, 2));
        assertThat(arrivals.take(1)).isFalse();
    }

    @Test
    void whatComesLaterIsNewOnce() {
        arrivals.note(List.of(1));
        arrivals.note(List.of(1, 2));
        assertThat(arrivals.take(2)).isTrue();
        assertThat(arrivals.take(2)).isFalse();
    }

    @Test
    void whatAFilterBringsBackIsNotNew() {
        arrivals.note(List.of(1, 2));
        arrivals.note(List.of(1));
        arrivals.note(List.of(1, 2));
        assertThat(arrivals.take(2)).isFalse();
    }
}
