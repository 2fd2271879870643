package dev.belljar.agent.sync;

/// What the work of a sandbox is compared with in a review.
public sealed interface ComparisonBase {
    /// The capture that the sandbox began with.
    ComparisonBase START = new SandboxStart();

    /// What earlier syncs brought to the project; the start if there was none.
    ComparisonBase LAST_SYNC = new LastSync();

    record SandboxStart() implements ComparisonBase {}

    record LastSync() implements ComparisonBase {}

    /// The newest commit that this branch of the user's project and the work have in common.
    record ProjectBranch(String name) implements ComparisonBase {}

    /// The work of a snapshot or of another sandbox, a commit of the host's own repository.
    record OtherWork(String commit) implements ComparisonBase {}
}
