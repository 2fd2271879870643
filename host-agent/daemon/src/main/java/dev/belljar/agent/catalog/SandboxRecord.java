package dev.belljar.agent.catalog;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import org.jspecify.annotations.Nullable;

/// What is kept of a sandbox between runs of the host agent; the content of its `sandbox.json`.
///
/// `base` and `capture` are commits in the host's own repository (see the sync room); `pid` and `pidStart`
/// name the machine's process while there is one; `since` and `created` are milliseconds since the epoch.
/// `salvaged` is true only while nothing can be on the machine's disk that the host has not fetched: from the moment
/// a stop saved the work until the machine is started again.
public record SandboxRecord(
        String id,
        SandboxSpec spec,
        SandboxState state,
        long since,
        long created,
        @Nullable String branch,
        @Nullable String base,
        @Nullable String capture,
        boolean delivered,
        boolean salvaged,
        @Nullable String imageKey,
        @Nullable Long pid,
        @Nullable Long pidStart,
        @Nullable Problem problem) {
    /// A sandbox that was only asked for, at this time.
    public static SandboxRecord asked(String id, SandboxSpec spec, long now) {
        return new SandboxRecord(
                id, spec, SandboxState.CREATED, now, now, null, null, null, false, false, null, null, null, null);
    }

    /// In this state since then, with this problem or none.
    public SandboxRecord withState(SandboxState newState, long newSince, @Nullable Problem newProblem) {
        return new SandboxRecord(
                id,
                spec,
                newState,
                newSince,
                created,
                branch,
                base,
                capture,
                delivered,
                salvaged,
                imageKey,
                pid,
                pidStart,
                newProblem);
    }

    /// With its project captured.
    public SandboxRecord withCapture(@Nullable String newBranch, @Nullable String newBase, String newCapture) {
        return new SandboxRecord(
                id,
                spec,
                state,
                since,
                created,
                newBranch,
                newBase,
                newCapture,
                false,
                false,
                imageKey,
                pid,
                pidStart,
                problem);
    }

    /// With its project in the machine, where it can be worked on.
    public SandboxRecord withDelivered() {
        return new SandboxRecord(
                id, spec, state, since, created, branch, base, capture, true, false, imageKey, pid, pidStart, problem);
    }

    /// With its work saved beside its disk, or not.
    public SandboxRecord withSalvaged(boolean newSalvaged) {
        return new SandboxRecord(
                id,
                spec,
                state,
                since,
                created,
                branch,
                base,
                capture,
                delivered,
                newSalvaged,
                imageKey,
                pid,
                pidStart,
                problem);
    }

    /// With the image it boots from.
    public SandboxRecord withImage(String newImageKey) {
        return new SandboxRecord(
                id,
                spec,
                state,
                since,
                created,
                branch,
                base,
                capture,
                delivered,
                salvaged,
                newImageKey,
                pid,
                pidStart,
                problem);
    }

    /// With a machine that is this process.
    public SandboxRecord withProcess(long newPid, long newPidStart) {
        return new SandboxRecord(
                id,
                spec,
                state,
                since,
                created,
                branch,
                base,
                capture,
                delivered,
                salvaged,
                imageKey,
                newPid,
                newPidStart,
                problem);
    }

    /// Without a machine.
    public SandboxRecord withoutProcess() {
        return new SandboxRecord(
                id, spec, state, since, created, branch, base, capture, delivered, salvaged, imageKey, null, null,
                problem);
    }
}
