package dev.belljar.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.contract.event.HostEvent.LimitReached;
import dev.belljar.contract.event.HostEvent.LimitReached.ReachedLimit;
import org.junit.jupiter.api.Test;

/// Tests that a limit that a program reaches is reported once, and that a hostile guest cannot fill the journal
/// with it.
class ReachedLimitsTest {
    private static final long MINUTE = 60_000;

    private final ReachedLimits limits = new ReachedLimits("a1", "shop");

    @Test
    void whatHappenedBeforeTheFirstHeartbeatIsNotReported() {
        assertThat(limits.after(beat(5, 3, 1L << 30), 0)).isEmpty();
        assertThat(limits.after(beat(5, 3, 1L << 30), MINUTE)).isEmpty();
    }

    @Test
    void eachLimitIsReportedWithItsCountAndAHint() {
        assertThat(limits.after(beat(0, 0, 1L << 30), 0)).isEmpty();
        assertThat(limits.after(beat(4, 1, 0), 1))
                .extracting(LimitReached::limit, LimitReached::count)
                .containsExactly(
                        tuple(ReachedLimit.PROCESSES, 4L),
                        tuple(ReachedLimit.MEMORY, 1L),
                        tuple(ReachedLimit.DISK, 1L));
        assertThat(limits.after(beat(9, 2, 0), MINUTE + 2))
                .allSatisfy(event -> assertThat(event.hint()).contains("belljar set shop --"));
    }

    @Test
    void aLimitIsReportedOnceAMinuteWithAllThatHappened() {
        assertThat(limits.after(beat(0, 0, 1L << 30), 0)).isEmpty();
        assertThat(limits.after(beat(1, 0, 1L << 30), 1)).hasSize(1);
        for (int i = 2; i < 60; i++) {
            assertThat(limits.after(beat(i, 0, 1L << 30), i * 1_000L)).isEmpty();
        }
        assertThat(limits.after(beat(60, 0, 1L << 30), MINUTE + 1))
                .extracting(LimitReached::count)
                .containsExactly(59L);
    }

    @Test
    void aFullDiskIsReportedAgainOnlyAfterItHadSpace() {
        assertThat(limits.after(beat(0, 0, 0), 0)).hasSize(1);
        assertThat(limits.after(beat(0, 0, 0), 2 * MINUTE)).isEmpty();
        assertThat(limits.after(beat(0, 0, 1L << 30), 3 * MINUTE)).isEmpty();
        assertThat(limits.after(beat(0, 0, 0), 4 * MINUTE)).hasSize(1);
    }

    @Test
    void aGuestThatReportsAnyFigureIsReportedFiftyTimesAtMost() {
        int events = 0;
        for (int i = 0; i < 1_000; i++) {
            events += limits.after(beat(i % 2 == 0 ? Long.MAX_VALUE : 0, 0, 1L << 30), i * MINUTE)
                    .size();
        }
        assertThat(events).isEqualTo(50);
        limits.reset();
        assertThat(limits.after(beat(0, 0, 1L << 30), 0)).isEmpty();
        assertThat(limits.after(beat(1, 0, 1L << 30), 1)).hasSize(1);
    }

    private static GuestHeartbeat beat(long refused, long killed, long free) {
        return new GuestHeartbeat(1, 1, 0, 0, 1L << 30, 1L << 29, 0, 0, 1L << 34, free, 9, 5, refused, killed);
    }
}
