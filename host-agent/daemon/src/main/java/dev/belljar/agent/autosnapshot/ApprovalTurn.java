package dev.belljar.agent.autosnapshot;

import dev.belljar.contract.sandbox.Acceleration;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Decides whether a snapshot or its approvals come first: an approval waits for a limited time until the machine
/// begins to be saved, which depends on the guest, and as long again until that is done. Approvals that are answered
/// meanwhile wait for the same snapshot. Thread-safe.
final class ApprovalTurn {
    private static final Duration WAIT = Duration.ofSeconds(3);
    /// An emulated guest needs about 2 s of an idle host to write its files to its disk, and several times that on a
    /// busy one.
    private static final Duration EMULATED_WAIT = Duration.ofSeconds(10);

    private final AtomicReference<TurnStage> stage = new AtomicReference<>(TurnStage.PREPARING);
    private final CountDownLatch over = new CountDownLatch(1);
    private final Duration wait;
    private volatile @Nullable String failure;

    ApprovalTurn(Duration wait) {
        this.wait = wait;
    }

    /// How long an approval waits at most, twice, on a host with this acceleration.
    static Duration wait(Acceleration acceleration) {
        return switch (acceleration.kind()) {
            case KVM, UNKNOWN -> WAIT;
            case KVM_UNUSABLE, NO_KVM -> EMULATED_WAIT;
        };
    }

    /// How far the snapshot is, or that an approval did not wait longer.
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

    /// The attempt ended; `why` says why no snapshot was taken.
    void end(@Nullable String why) {
        failure = why;
        over.countDown();
    }

    /// Waits until an approval may take effect. Returns why there is no snapshot from before it, if there is none.
    @Nullable
    String await() throws InterruptedException {
        long millis = wait.toMillis();
        if (!over.await(millis, TimeUnit.MILLISECONDS)
                && !late(TurnStage.PREPARING)
                && !over.await(millis, TimeUnit.MILLISECONDS)) {
            boolean _ = late(TurnStage.SAVING);
        }
        return switch (Objects.requireNonNull(stage.get())) {
            case TAKEN -> null;
            case LATE -> "it took too long";
            case PREPARING, SAVING -> Objects.requireNonNullElse(failure, "the machine or the host agent was stopped");
        };
    }

    private boolean late(TurnStage from) {
        boolean late = stage.compareAndSet(from, TurnStage.LATE);
        if (late) {
            over.countDown();
        }
        return late;
    }
}
