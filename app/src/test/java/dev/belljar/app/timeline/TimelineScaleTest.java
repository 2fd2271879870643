package dev.belljar.app.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the time axis: positions, and which times are labelled.
class TimelineScaleTest {
    private static final long NOON = Instant.parse("2026-11-21T12:00:00Z").toEpochMilli();

    private static TimelineScale scale(long span) {
        return new TimelineScale(new TimeWindow(NOON, NOON + span), 100, 880);
    }

    @Test
    void positionsAndTimesCorrespond() {
        TimelineScale scale = scale(880_000);
        assertThat(scale.x(NOON)).isEqualTo(100);
        assertThat(scale.x(NOON + 440_000)).isEqualTo(540);
        assertThat(scale.at(540)).isEqualTo(NOON + 440_000);
        assertThat(scale.right()).isEqualTo(980);
        assertThat(scale.pixels(1_000)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {1_000, 10_000, 60_000, 720_000, 7_200_000, 86_400_000L, 30L * 86_400_000, 3_650L * 86_400_000})
    void labelsAreFarEnoughFromEachOther(long span) {
        List<TimelineScale.TimeTick> ticks = scale(span).ticks(ZoneOffset.UTC);
        assertThat(ticks).hasSizeBetween(1, 12);
        for (int i = 1; i < ticks.size(); i++) {
            assertThat(ticks.get(i).x() - ticks.get(i - 1).x()).isGreaterThanOrEqualTo(TimelineScale.APART);
        }
    }

    @Test
    void labelsSayAsMuchAsTheirDistanceNeeds() {
        assertThat(labels(1_000)).startsWith("12:00:00.0", "12:00:00.1");
        assertThat(labels(10_000)).startsWith("12:00:00", "12:00:01");
        assertThat(labels(720_000)).startsWith("12:00", "12:02");
        assertThat(labels(86_400_000)).startsWith("12:00", "15:00").contains("22 Nov");
        assertThat(labels(20L * 86_400_000)).startsWith("23 Nov");
    }

    @Test
    void labelsAreRoundInLocalTime() {
        ZoneId nepal = ZoneId.of("Asia/Kathmandu");
        assertThat(scale(7_200_000 * 4).ticks(nepal))
                .extracting(TimelineScale.TimeTick::label)
                .startsWith("18:00", "19:00");
    }

    private static List<String> labels(long span) {
        return scale(span).ticks(ZoneOffset.UTC).stream()
                .map(TimelineScale.TimeTick::label)
                .toList();
    }
}
