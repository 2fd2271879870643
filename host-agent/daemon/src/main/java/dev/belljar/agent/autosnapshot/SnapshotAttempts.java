package dev.belljar.agent.autosnapshot;

import dev.belljar.agent.branch.SnapshotOrder;
import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes the snapshots that are due, each on its own thread, and notes why one could not be taken.
final class SnapshotAttempts {
    /// The time limit for fetching the files while an approval waits.
    private static final Duration SHORT_FETCH = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotAttempts.class);

    private final SnapshotService snapshots;
    private final SnapshotLimits limits;
    private final Executor threads;

    SnapshotAttempts(SnapshotService snapshots, SnapshotLimits limits, Executor threads) {
        this.snapshots = snapshots;
        this.limits = limits;
        this.threads = threads;
    }

    /// Why the snapshot of this name is missing, in words.
    static String missing(String name, String why) {
        return "no snapshot was taken " + name + ": " + why;
    }

    /// Begins an attempt.
    void begin(SnapshotAttempt attempt) {
        try {
            threads.execute(() -> take(attempt));
        } catch (RejectedExecutionException e) {
            end(attempt, null); // the host agent ends
        }
    }

    /// The top of a thread.
    private void take(SnapshotAttempt attempt) {
        SandboxRuntime sandbox = attempt.sandbox();
        String why = null;
        try {
            why = limits.refusal(sandbox).orElse(null);
            if (why == null) {
                save(attempt, sandbox);
            }
        } catch (BelljarException e) {
            why = e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("{}: no automatic snapshot", sandbox.name(), e);
            why = "internal error: " + e;
        } finally {
            end(attempt, why);
        }
    }

    private void save(SnapshotAttempt attempt, SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        boolean approval = attempt.reason() == SnapshotReason.APPROVAL;
        Snapshot taken = snapshots.take(
                sandbox,
                new SnapshotOrder(
                        attempt.name(),
                        attempt.note(),
                        attempt.reason(),
                        approval ? SHORT_FETCH : SnapshotOrder.FETCH,
                        attempt.turn()::saves));
        if (!attempt.turn().taken()) {
            Snapshot _ = snapshots.describe(taken.named(attempt.name().replaceFirst("before", "while")));
        }
        LOG.info("{}: took snapshot {} {}", sandbox.name(), taken.id(), taken.name());
        limits.prune(sandbox, attempt.keep());
    }

    private void end(SnapshotAttempt attempt, @Nullable String why) {
        SandboxRuntime sandbox = attempt.sandbox();
        boolean news = attempt.schedule().end(why);
        attempt.turn().end(why);
        // A machine that ended in the meantime is no failure.
        if (why == null || sandbox.state() != SandboxState.RUNNING) {
            return;
        }
        LOG.info("{}: no snapshot {}: {}", sandbox.name(), attempt.name(), why);
        // What is missing before an approval is noted with each approval.
        if (news && attempt.reason() != SnapshotReason.APPROVAL) {
            sandbox.observation().note("note", "snapshot", missing(attempt.name(), why));
        }
    }
}
