package dev.belljar.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that labels of the time axis do not overlap, for any time range and any width.
class TimeAxisTest {
    private static final long FIRST = 1_795_430_000_000L;
    private static final long MINUTE = 60_000;

    @ParameterizedTest
    @CsvSource({"1, 812", "7, 812", "59, 812", "61, 812", "359, 812", "361, 812", "2880, 812", "43200, 812", "59, 100"})
    void labelsAreFarEnoughApart(long minutes, double room) {
        TimeAxis axis = new TimeAxis(FIRST, minutes * MINUTE, 16, room);
        List<Long> labels = axis.labels(ZoneOffset.UTC);
        for (int i = 1; i < labels.size(); i++) {
            assertThat(axis.x(labels.get(i)) - axis.x(labels.get(i - 1))).isGreaterThanOrEqualTo(TimeAxis.APART);
        }
        if (!labels.isEmpty()) {
            assertThat(axis.x(labels.getLast())).isLessThanOrEqualTo(16 + room - TimeAxis.APART);
        }
        assertThat(labels.size()).isLessThanOrEqualTo((int) (room / TimeAxis.APART) + 1);
        if (minutes >= 7 && room > 500) {
            assertThat(labels).hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @ParameterizedTest
    @CsvSource({"Europe/Berlin", "Asia/Kolkata", "America/New_York"})
    void labelsAreRoundTimesInTheUsersTimeZone(ZoneId zone) {
        TimeAxis axis = new TimeAxis(FIRST, 600 * MINUTE, 16, 812);
        assertThat(axis.labels(zone))
                .isNotEmpty()
                .allMatch(at -> java.time.Instant.ofEpochMilli(at).atZone(zone).getMinute() == 0);
    }

    @ParameterizedTest
    @CsvSource({"16", "200", "828"})
    void pixelsAndTimesConvertBothWays(double x) {
        TimeAxis axis = new TimeAxis(FIRST, 600 * MINUTE, 16, 812);
        assertThat(axis.x(axis.at(x))).isCloseTo(x, org.assertj.core.data.Offset.offset(0.01));
    }
}
