package dev.belljar.agent.autosnapshot;

import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.sandbox.SnapshotReason;
import org.jspecify.annotations.Nullable;

/// A snapshot that is to be taken automatically; of these, the newest `keep` are kept. `turn` says whether an approval
/// still waits for it.
record SnapshotAttempt(
        SandboxRuntime sandbox,
        SnapshotSchedule schedule,
        SnapshotReason reason,
        String name,
        @Nullable String note,
        int keep,
        ApprovalTurn turn) {}
