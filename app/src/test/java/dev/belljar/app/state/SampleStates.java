package dev.belljar.app.state;

import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// States of the host for tests of models: each sandbox has its name as id and its own project.
public final class SampleStates {
    private SampleStates() {}

    /// Returns the state of a host with these sandboxes and snapshots.
    public static HostState host(List<Snapshot> snapshots, SandboxViewState... sandboxes) {
        return new HostState(HostState.AgentConnection.UP, null, List.of(sandboxes), snapshots, List.of(), null, 1_000);
    }

    /// Returns a sandbox in a state.
    public static SandboxViewState sandbox(String name, SandboxState state) {
        return sandbox(name, state, null, null, null);
    }

    /// Returns a running branch of a snapshot.
    public static SandboxViewState branch(String name, String origin) {
        return sandbox(name, SandboxState.RUNNING, origin, null, null);
    }

    /// Returns the sandbox with this git branch.
    public static SandboxViewState onGitBranch(SandboxViewState sandbox, String branch) {
        Sandbox of = sandbox.reported();
        Sandbox reported = new Sandbox(
                of.id(),
                of.spec(),
                of.status(),
                of.acceleration(),
                of.created(),
                branch,
                of.base(),
                of.origin(),
                of.tier());
        return new SandboxViewState(reported, sandbox.cpu());
    }

    /// Returns a stopped sandbox in a tier; null for one that was shut down.
    public static SandboxViewState stopped(String name, @Nullable StorageTier tier) {
        return sandbox(name, SandboxState.STOPPED, null, tier, null);
    }

    /// Returns a sandbox that starts, with one requirement.
    public static SandboxViewState starting(String name) {
        return sandbox(
                name,
                SandboxState.STARTING,
                null,
                null,
                new Requirement("boot", "Start the machine", Requirement.State.WAITING, 0, null, null, null));
    }

    /// Returns a sandbox with this setup.
    public static SandboxViewState withSetup(SandboxViewState before, SetupStatus setup) {
        Sandbox sandbox = before.reported();
        SandboxStatus was = sandbox.status();
        return new SandboxViewState(
                sandbox.with(new SandboxStatus(
                        was.state(),
                        was.since(),
                        was.requirements(),
                        was.gauges(),
                        was.problem(),
                        was.guarantees(),
                        was.observed(),
                        was.lastSeq(),
                        setup)),
                List.of());
    }

    /// Returns a snapshot of a sandbox; `name` may be null.
    public static Snapshot snapshot(String id, String sandbox, @Nullable String name, long created) {
        return new Snapshot(
                id, sandbox, sandbox, null, name, null, created, 1, null, null, null, 0, 100, 1 << 20, null);
    }

    /// Returns a state in which the host agent does not answer, for this reason.
    public static HostState lost(HostState before, Problem why) {
        return before.lost(why, 2_000);
    }

    private static SandboxViewState sandbox(
            String name,
            SandboxState state,
            @Nullable String origin,
            @Nullable StorageTier tier,
            @Nullable Requirement requirement) {
        List<Requirement> requirements = requirement == null ? List.of() : List.of(requirement);
        Sandbox reported = new Sandbox(
                name,
                new SandboxSpec(name, "/code/" + name, "microvm", new MachineLimits(1024, 2, 4096), false),
                new SandboxStatus(state, 1, requirements, null, null, List.of(), true, 1),
                new Acceleration(Acceleration.Kind.UNKNOWN, "", "", "", null, false, 0, "", 0),
                1,
                null,
                null,
                origin,
                tier);
        return new SandboxViewState(reported, List.of());
    }
}
