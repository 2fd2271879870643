package dev.belljar.agent.autosnapshot;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// Decides whether a snapshot or its approval comes first: the approval waits for `WAIT` until the machine
/// begins to be saved, which depends on the guest, and as long again until that is done.
final class ApprovalTurn {
    static final Duration WAIT = Duration.ofSeconds(3);

    private final AtomicReference<TurnStage> stage = new AtomicReference<>(TurnStage.PREPARING);
    private final CountDownLatch done = new CountDownLatch(1);

    /// How far the snapshot is, or that the approval did not wait longer.
    private enum TurnStage {
        PREPARING,
        SAVING,
        TAKEN,
        LATE
    }

    /// The machine is about to be saved; false if the approval does not wait any more.
    boolean saves() {
        return stage.compareAndSet(TurnStage.PREPARING, TurnStage.SAVING);
    }

    /// The machine was saved; false if the approval did not wait until then.
    boolean taken() {
        return stage.compareAndSet(TurnStage.SAVING, TurnStage.TAKEN);
    }

    /// The attempt ended, whether a snapshot was taken or not.
    void end() {
        done.countDown();
    }

    /// Waits until the approval may take effect.
    void await() throws InterruptedException {
        long millis = WAIT.toMillis();
        if (!done.await(millis, TimeUnit.MILLISECONDS)
                && !stage.compareAndSet(TurnStage.PREPARING, TurnStage.LATE)
                && !done.await(millis, TimeUnit.MILLISECONDS)) {
            boolean _ = stage.compareAndSet(TurnStage.SAVING, TurnStage.LATE);
        }
    }
}
