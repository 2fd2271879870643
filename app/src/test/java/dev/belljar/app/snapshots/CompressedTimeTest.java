package dev.belljar.app.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that long intervals without a stop take little space and that the order of times is kept.
class CompressedTimeTest {
    private static final long MINUTE = 60_000;
    private static final List<Long> STOPS = List.of(0L, 5 * MINUTE, 10 * MINUTE, 600 * MINUTE, 605 * MINUTE);

    @Test
    void aNightIsFoldedAndTheOtherTimesKeepTheirSpace() {
        CompressedTime time = new CompressedTime(STOPS, true);
        assertThat(time.breaks()).singleElement().satisfies(f -> {
            assertThat(f.from()).isEqualTo(10 * MINUTE);
            assertThat(f.to()).isEqualTo(600 * MINUTE);
        });
        assertThat(time.at(10 * MINUTE)).isGreaterThan(0.1);
        assertThat(1 - time.at(600 * MINUTE)).isGreaterThan(0.05);
    }

    @Test
    void drawnToScaleNothingIsFolded() {
        CompressedTime time = new CompressedTime(STOPS, false);
        assertThat(time.breaks()).isEmpty();
        assertThat(time.at(302 * MINUTE + MINUTE / 2)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void aLaterTimeIsNeverDrawnBeforeAnEarlierOne() {
        CompressedTime time = new CompressedTime(STOPS, true);
        double last = -1;
        for (long at = -MINUTE; at < 610 * MINUTE; at += MINUTE) {
            assertThat(time.at(at)).isBetween(0.0, 1.0).isGreaterThanOrEqualTo(last);
            last = time.at(at);
        }
    }

    @Test
    void aSingleTimeIsDrawnAtTheEnd() {
        assertThat(new CompressedTime(List.of(7L), true).at(7)).isEqualTo(1);
        assertThat(new CompressedTime(List.of(7L, 7L), false).at(3)).isEqualTo(1);
    }
}
