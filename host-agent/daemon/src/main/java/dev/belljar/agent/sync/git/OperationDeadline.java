package dev.belljar.agent.sync.git;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.time.Duration;

/// The deadline of an operation with several steps.
public record OperationDeadline(long nanos, Duration whole) {
    public static OperationDeadline in(Duration whole) {
        return new OperationDeadline(System.nanoTime() + whole.toNanos(), whole);
    }

    /// The time left for the next step.
    ///
    /// @throws SyncException `sync.refused` when no time is left
    public Duration left() throws SyncException {
        long left = nanos - System.nanoTime();
        if (left <= 0) {
            throw passed();
        }
        return Duration.ofNanos(left);
    }

    SyncException passed() {
        return SyncFaults.refused(
                "reviewing the changes took longer than %d seconds".formatted(whole.toSeconds()),
                "Add build output and very large files to .gitignore, then try again.");
    }
}
