package dev.belljar.contract.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpanTest {
    @ParameterizedTest
    @CsvSource({
        "45m, 45, 45 min",
        "1 minute, 1, 1 min",
        "90 min, 90, 90 min",
        "12h, 720, 12 h",
        "36 hours, 2160, 36 h",
        "24h, 1440, 1 day",
        "7d, 10080, 7 days",
        "2W, 20160, 14 days",
        "never, 0, never",
        "0, 0, never",
        "0 days, 0, never",
    })
    void typedSpansAreReadAndShownSpansReadBack(String typed, long minutes, String words) {
        Duration span = TimeSpan.read(typed);
        assertThat(span).isEqualTo(Duration.ofMinutes(minutes));
        assertThat(TimeSpan.words(span)).isEqualTo(words);
        assertThat(TimeSpan.read(words)).isEqualTo(span);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "-1d", "1.5h", "12345678m", "7 d d", "soon", "7\u001b[31md"})
    void invalidSpansAreRefusedWithAnExample(String typed) {
        assertThatThrownBy(() -> TimeSpan.read(typed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("7d")
                .hasMessageNotContaining("\u001b");
    }
}
