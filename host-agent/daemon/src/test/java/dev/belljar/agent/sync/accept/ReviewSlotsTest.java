package dev.belljar.agent.sync.accept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that long reviews do not block other sandboxes.
@Timeout(60)
class ReviewSlotsTest {
    private static final Set<Thread.State> WAITING = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private final ReviewSlots judging = new ReviewSlots();
    private final CountDownLatch free = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final List<Thread> reviews = new ArrayList<>();

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
        untilAllWait();
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
        untilAllWait();
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
        reviews.add(Thread.ofVirtual().start(() -> {
            try {
                boolean _ = place.run(sandbox, () -> {
                    begun.incrementAndGet();
                    return free.await(1, TimeUnit.MINUTES);
                });
            } catch (SyncException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
    }

    private void until(int count) throws InterruptedException {
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> begun.get() >= count);
    }

    /// Waits until no review goes on: each waits for a slot, or for the end of the test.
    private void untilAllWait() throws InterruptedException {
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> reviews.stream().map(Thread::getState).allMatch(WAITING::contains));
    }
}
