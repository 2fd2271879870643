package dev.belljar.agent.autosync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import org.junit.jupiter.api.Test;

/// Tests when the work of a sandbox is due to be fetched.
class FetchScheduleTest {
    private static final SyncSettings MANUAL = SyncSettings.USUAL;
    private static final SyncSettings COMMIT = new SyncSettings(SyncMode.AUTO_COMMIT, 30, true, false);
    private static final SyncSettings IDLE = new SyncSettings(SyncMode.AUTO_IDLE, 30, true, false);

    private final FetchSchedule schedule = new FetchSchedule();

    @Test
    void nothingIsDueWithoutAnEvent() {
        assertThat(schedule.due()).isEqualTo(FetchSchedule.NEVER);
    }

    @Test
    void manualModeNeverFetches() {
        schedule.changed(1_000, true, MANUAL);
        assertThat(schedule.due()).isEqualTo(FetchSchedule.NEVER);
    }

    @Test
    void aCommitIsFetchedOnceAllItsFilesAreWritten() {
        schedule.changed(1_000, false, COMMIT);
        assertThat(schedule.due()).isEqualTo(FetchSchedule.NEVER);
        schedule.changed(1_010, true, COMMIT);
        schedule.changed(1_015, true, COMMIT);
        assertThat(schedule.due()).isEqualTo(1_210);
    }

    @Test
    void aCommitDuringAFetchIsFetchedAfterIt() {
        fetch(1_000, 1_300);
        schedule.begin(2_000);
        schedule.changed(2_100, true, COMMIT);
        schedule.end(2_200, true, COMMIT);
        assertThat(schedule.due()).isEqualTo(2_600); // twice the 200 ms that the fetch took
    }

    @Test
    void idleModeWaitsUntilNothingWasWritten() {
        schedule.changed(1_000, false, IDLE);
        schedule.changed(20_000, true, IDLE);
        assertThat(schedule.due()).isEqualTo(50_000);
        fetch(50_000, 50_100);
        assertThat(schedule.due()).isEqualTo(FetchSchedule.NEVER);
    }

    @Test
    void anotherModeAppliesToWhatHasChangedBefore() {
        schedule.set(1_000, true, COMMIT);
        assertThat(schedule.due()).isEqualTo(1_200);
        schedule.set(1_100, true, IDLE);
        assertThat(schedule.due()).isEqualTo(31_100);
        schedule.set(1_200, false, COMMIT);
        assertThat(schedule.due()).isEqualTo(FetchSchedule.NEVER);
    }

    @Test
    void manyCommitsAreFetchedAtAFixedRate() {
        int fetches = 0;
        long hour = 3_600_000;
        for (long now = 0; now < hour; now++) {
            schedule.changed(now, true, COMMIT);
            if (schedule.due() <= now) {
                schedule.begin(now);
                schedule.end(now, true, COMMIT);
                fetches++;
            }
        }
        assertThat(fetches).isBetween(200, FetchSchedule.BURST + (int) (hour / FetchSchedule.REFILL) + 1);
    }

    @Test
    void ordinaryCommitsAreFetchedAtOnce() {
        for (long now = 20_000; now < 600_000; now += 20_000) {
            schedule.changed(now, true, COMMIT);
            assertThat(schedule.due()).isEqualTo(now + FetchSchedule.SETTLE);
            fetch(now + FetchSchedule.SETTLE, now + 700);
        }
    }

    @Test
    void aSlowFetchIsFollowedByALongerPause() {
        fetch(1_000, 6_000);
        schedule.changed(6_001, true, COMMIT);
        assertThat(schedule.due()).isEqualTo(16_000);
        fetch(16_000, 216_000);
        schedule.changed(216_001, true, COMMIT);
        assertThat(schedule.due()).isEqualTo(216_000 + FetchSchedule.MOST_PAUSE);
    }

    @Test
    void failuresAreRepeatedEverMoreRarely() {
        long now = 0;
        long pause = FetchSchedule.FIRST_RETRY;
        schedule.changed(now, true, COMMIT);
        for (int failures = 0; failures < FetchSchedule.RETRIES; failures++) {
            schedule.begin(now);
            schedule.end(now, false, COMMIT);
            assertThat(schedule.due()).isEqualTo(now + pause);
            schedule.changed(now, true, COMMIT);
            assertThat(schedule.due()).as("a write does not hasten it").isEqualTo(now + pause);
            now = schedule.due();
            pause = Math.min(2 * pause, FetchSchedule.MOST_RETRY);
        }
        fetch(now, now);
        schedule.changed(now, true, COMMIT);
        assertThat(schedule.due()).isEqualTo(now + FetchSchedule.SETTLE);
    }

    @Test
    void afterManyFailuresAFetchIsRepeatedOnlyAfterAnotherWrite() {
        for (int failures = 0; failures <= FetchSchedule.RETRIES; failures++) {
            schedule.begin(0);
            schedule.end(0, false, COMMIT);
        }
        assertThat(schedule.due()).isEqualTo(FetchSchedule.NEVER);
        schedule.changed(0, true, COMMIT);
        assertThat(schedule.due()).isEqualTo(FetchSchedule.MOST_RETRY);
    }

    @Test
    void aFailureIsNotRepeatedInManualMode() {
        schedule.begin(0);
        schedule.end(0, false, MANUAL);
        assertThat(schedule.due()).isEqualTo(FetchSchedule.NEVER);
    }

    @Test
    void aFetchThatIsNotPossibleStaysDue() {
        schedule.changed(1_000, true, COMMIT);
        schedule.postpone(2_000);
        assertThat(schedule.due()).isEqualTo(2_000 + FetchSchedule.LOOK);
    }

    private void fetch(long from, long to) {
        schedule.begin(from);
        schedule.end(to, true, COMMIT);
    }
}
