package dev.belljar.client.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the notation of times on the command line.
class PointInTimeTest {
    private static final ZonedDateTime NOW =
            ZonedDateTime.of(2026, 11, 26, 14, 30, 15, 250_000_000, ZoneId.of("Europe/Berlin"));

    @ParameterizedTest
    @CsvSource({
        "14:05, 2026-11-26T13:05:00Z",
        "9:05, 2026-11-26T08:05:00Z",
        "14:30:15, 2026-11-26T13:30:15Z",
        "14:31, 2026-11-25T13:31:00Z",
        "2026-11-20, 2026-11-19T23:00:00Z",
        "2026-07-01T14:05, 2026-07-01T12:05:00Z",
        "2026-07-01 14:05:07, 2026-07-01T12:05:07Z",
        "-90s, 2026-11-26T13:28:45.250Z",
        "-10m, 2026-11-26T13:20:15.250Z",
        "-2h, 2026-11-26T11:30:15.250Z",
        "-3d, 2026-11-23T13:30:15.250Z",
    })
    void timesAreReadInTheTimeZoneOfThisComputer(String word, String expected) {
        assertThat(PointInTime.parse(word, NOW).millis())
                .isEqualTo(Instant.parse(expected).toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "now", "24:00", "14", "14:60", "2026-02-30", "2026-11-26T", "10m", "-m", "-10w", "-9999999s"
            })
    void otherWordsAreRefused(String word) {
        assertThatThrownBy(() -> PointInTime.parse(word, NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a time such as 14:05");
    }
}
