package dev.belljar.agent.sync;

import java.time.Duration;

/// The moment by which an operation of several steps must have ended.
record OperationDeadline(long nanos, Duration whole) {
    static OperationDeadline in(Duration whole) {
        return new OperationDeadline(System.nanoTime() + whole.toNanos(), whole);
    }

    /// What is left for the next step.
    ///
    /// @throws SyncException `sync.refused` when nothing is
    Duration left() throws SyncException {
        long left = nanos - System.nanoTime();
        if (left <= 0) {
            throw passed();
        }
        return Duration.ofNanos(left);
    }

    SyncException passed() {
        return SyncFaults.refused(
                "reviewing the changes took longer than %d seconds".formatted(whole.toSeconds()),
                "Keep build output and very large files out of the project, then try again.");
    }
}
