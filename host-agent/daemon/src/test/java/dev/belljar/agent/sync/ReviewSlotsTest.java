package dev.belljar.agent.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that long reviews do not block other sandboxes.
@Timeout(60)
class ReviewSlotsTest {
    private final ReviewSlots judging = new ReviewSlots();
    private final CountDownLatch free = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();

    @Test
    void fiveLongReviewsLeaveASlotForTheNextSandbox() throws Exception {
        for (int i = 0; i < 5; i++) {
            hold("hostile" + i);
        }
        until(5);
        assertThat(judging.run("mine", () -> "reviewed")).isEqualTo("reviewed");
        free.countDown();
    }

    @Test
    void aSandboxTakesOneSlotForAllItsReviews() throws Exception {
        for (int i = 0; i < 40; i++) {
            hold("hostile");
        }
        until(1);
        assertThat(judging.run("mine", () -> "reviewed")).isEqualTo("reviewed");
        assertThat(begun).hasValue(1);
        free.countDown();
        until(40);
    }

    @Test
    void reviewsBeyondAllSlotsWaitAndThenRun() throws Exception {
        for (int i = 0; i < 30; i++) {
            hold("sandbox" + i);
        }
        until(ReviewSlots.MOST);
        Thread.sleep(Duration.ofMillis(100));
        assertThat(begun).hasValue(ReviewSlots.MOST);
        free.countDown();
        until(30);
    }

    /// Accepting work may need memory for ten times as many changes.
    @Test
    void workIsAcceptedOneAtATimeWhileReviewsContinue() throws Exception {
        for (int i = 0; i < 3; i++) {
            hold("taken" + i, judging::accept);
        }
        until(1);
        Thread.sleep(Duration.ofMillis(100));
        assertThat(begun).hasValue(1);
        assertThat(judging.run("mine", () -> "reviewed")).isEqualTo("reviewed");
        free.countDown();
        until(3);
    }

    private interface Place {
        boolean run(String sandbox, RepositoryLocks.Operation<Boolean> operation)
                throws SyncException, InterruptedException;
    }

    private void hold(String sandbox) {
        hold(sandbox, judging::run);
    }

    private void hold(String sandbox, Place place) {
        Thread.ofVirtual().start(() -> {
            try {
                boolean _ = place.run(sandbox, () -> {
                    begun.incrementAndGet();
                    return free.await(1, TimeUnit.MINUTES);
                });
            } catch (SyncException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void until(int count) throws InterruptedException {
        while (begun.get() < count) {
            Thread.sleep(Duration.ofMillis(5));
        }
    }
}
