package dev.belljar.agent.guest.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/// Tests the conversion of the guest's monotonic time to the host's wall clock.
class GuestClockTest {
    private static final long NOW_MS = 1_706_000_000_000L;
    private static final long NOW_NS = NOW_MS * 1_000_000;

    private final GuestClock clock = new GuestClock(InstantSource.fixed(Instant.ofEpochMilli(NOW_MS)));

    @Test
    void aGuestClockNearTheHostsIsUsed() {
        clock.set(50_000_000_000L, NOW_NS - 30_000_000L);
        assertThat(clock.millis(49_000_000_000L)).isEqualTo(NOW_MS - 1_030);
    }

    @Test
    void aWrongGuestClockIsReplacedByTheHosts() {
        clock.set(50_000_000_000L, 0);
        assertThat(clock.millis(49_000_000_000L)).isEqualTo(NOW_MS - 1_000);
        clock.set(50_000_000_000L, Long.MAX_VALUE);
        assertThat(clock.millis(49_000_000_000L)).isEqualTo(NOW_MS - 1_000);
    }

    @Test
    void noEventIsInTheFuture() {
        clock.set(50_000_000_000L, NOW_NS);
        assertThat(clock.millis(60_000_000_000L)).isEqualTo(NOW_MS);
    }

    @Test
    void whatHappensLaterHasNoEarlierTimeWhenTheGuestClockIsSetBack() {
        clock.set(50_000_000_000L, NOW_NS);
        assertThat(clock.millis(49_900_000_000L)).isEqualTo(NOW_MS - 100);
        clock.set(50_000_000_000L, NOW_NS - 80_000_000L);
        assertThat(clock.millis(49_910_000_000L)).isEqualTo(NOW_MS - 100);
        assertThat(clock.millis(49_990_000_000L)).isEqualTo(NOW_MS - 90);
        // Events of two processors may come in another order than they happened in.
        assertThat(clock.millis(49_000_000_000L)).isEqualTo(NOW_MS - 1_080);
    }

    @Property(tries = 500)
    void noGuestClockGivesATimeInTheFuture(@ForAll long mono, @ForAll long real, @ForAll long event) {
        clock.set(mono, real);
        assertThat(clock.millis(event)).isBetween(0L, NOW_MS);
    }
}
