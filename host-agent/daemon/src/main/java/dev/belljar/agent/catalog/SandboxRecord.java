package dev.belljar.agent.catalog;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import org.jspecify.annotations.Nullable;

/// What the host agent remembers of a sandbox between its runs: the content of its `sandbox.json`.
///
/// `base` and `capture` are commits in Belljar's own repository (see the `sync` package). `pid`, `pidStart` and
/// `hostBoot` identify the machine's process while there is one; `hostBoot` is needed because pids and start
/// times repeat after the host reboots. `since` and `created` are milliseconds since the epoch. `salvaged` is
/// true only while the machine's disk cannot have work that the host has not fetched: from the end of a stop
/// that salvaged the work until the machine is started again. `origin` is the snapshot the machine was started
/// from, null if it booted. `tier` is how a stopped machine is kept, null if it was shut down.
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
        @Nullable String plan,
        @Nullable String origin,
        @Nullable StorageTier tier,
        @Nullable Long pid,
        @Nullable Long pidStart,
        @Nullable String hostBoot,
        @Nullable Problem problem) {
    /// The record of a sandbox that was just requested, at this time.
    public static SandboxRecord asked(String id, SandboxSpec spec, long now) {
        return new SandboxRecord(
                id,
                spec,
                SandboxState.CREATED,
                now,
                now,
                null,
                null,
                null,
                false,
                false,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /// The record of a branch of this sandbox: a new sandbox that starts from a snapshot, with the work that was
    /// in it.
    public SandboxRecord branched(String newId, SandboxSpec newSpec, String snapshot, long now) {
        Draft draft = new Draft(asked(newId, newSpec, now));
        draft.branch = branch;
        draft.base = base;
        draft.capture = capture;
        draft.delivered = delivered;
        draft.imageKey = imageKey;
        draft.origin = snapshot;
        return draft.record();
    }

    /// The record in this state since then, with this problem or none.
    public SandboxRecord withState(SandboxState newState, long newSince, @Nullable Problem newProblem) {
        Draft draft = new Draft(this);
        draft.state = newState;
        draft.since = newSince;
        draft.problem = newProblem;
        return draft.record();
    }

    /// The record with another name.
    public SandboxRecord withName(String name) {
        Draft draft = new Draft(this);
        draft.spec = new SandboxSpec(name, spec.project(), spec.backend(), spec.limits(), spec.plainFolder());
        return draft.record();
    }

    /// The record with its project captured.
    public SandboxRecord withCapture(@Nullable String newBranch, @Nullable String newBase, String newCapture) {
        Draft draft = new Draft(this);
        draft.branch = newBranch;
        draft.base = newBase;
        draft.capture = newCapture;
        draft.delivered = false;
        draft.salvaged = false;
        return draft.record();
    }

    /// The record with its project delivered into the machine.
    public SandboxRecord withDelivered() {
        Draft draft = new Draft(this);
        draft.delivered = true;
        draft.salvaged = false;
        return draft.record();
    }

    /// The record with its work salvaged, or not.
    public SandboxRecord withSalvaged(boolean newSalvaged) {
        Draft draft = new Draft(this);
        draft.salvaged = newSalvaged;
        return draft.record();
    }

    /// The record with the image the machine boots from.
    public SandboxRecord withImage(String newImageKey) {
        Draft draft = new Draft(this);
        draft.imageKey = newImageKey;
        return draft.record();
    }

    /// The record with the launch plan the machine runs under.
    public SandboxRecord withPlan(String newPlan) {
        Draft draft = new Draft(this);
        draft.plan = newPlan;
        return draft.record();
    }

    /// The record with the tier in which the stopped machine is kept.
    public SandboxRecord withTier(@Nullable StorageTier newTier) {
        Draft draft = new Draft(this);
        draft.tier = newTier;
        return draft.record();
    }

    /// The record with the process of its machine.
    public SandboxRecord withProcess(long newPid, long newPidStart, String newHostBoot) {
        Draft draft = new Draft(this);
        draft.pid = newPid;
        draft.pidStart = newPidStart;
        draft.hostBoot = newHostBoot;
        return draft.record();
    }

    /// The record without a process.
    public SandboxRecord withoutProcess() {
        Draft draft = new Draft(this);
        draft.pid = null;
        draft.pidStart = null;
        draft.hostBoot = null;
        return draft.record();
    }

    /// A mutable copy of a record, for the changes above.
    private static final class Draft {
        private final String id;
        private final long created;
        private SandboxSpec spec;
        private SandboxState state;
        private long since;
        private @Nullable String branch;
        private @Nullable String base;
        private @Nullable String capture;
        private boolean delivered;
        private boolean salvaged;
        private @Nullable String imageKey;
        private @Nullable String plan;
        private @Nullable String origin;
        private @Nullable StorageTier tier;
        private @Nullable Long pid;
        private @Nullable Long pidStart;
        private @Nullable String hostBoot;
        private @Nullable Problem problem;

        Draft(SandboxRecord from) {
            id = from.id();
            spec = from.spec();
            created = from.created();
            state = from.state();
            since = from.since();
            branch = from.branch();
            base = from.base();
            capture = from.capture();
            delivered = from.delivered();
            salvaged = from.salvaged();
            imageKey = from.imageKey();
            plan = from.plan();
            origin = from.origin();
            tier = from.tier();
            pid = from.pid();
            pidStart = from.pidStart();
            hostBoot = from.hostBoot();
            problem = from.problem();
        }

        SandboxRecord record() {
            return new SandboxRecord(
                    id, spec, state, since, created, branch, base, capture, delivered, salvaged, imageKey, plan, origin,
                    tier, pid, pidStart, hostBoot, problem);
        }
    }
}
