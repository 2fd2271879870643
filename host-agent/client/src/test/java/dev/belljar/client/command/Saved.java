package dev.belljar.client.command;

import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Creates minimal sandboxes and snapshots for tests.
public final class Saved {
    private Saved() {}

    public static Sandbox sandbox(String id, String name, @Nullable String origin) {
        return sandbox(id, name, origin, SandboxState.RUNNING, null);
    }

    public static Sandbox sandbox(
            String id, String name, @Nullable String origin, SandboxState state, @Nullable StorageTier tier) {
        SandboxStatus status = new SandboxStatus(state, 0, List.of(), null, null, List.of(), true, 0);
        Acceleration acceleration = new Acceleration(Acceleration.Kind.UNKNOWN, "", "", "", null, false, 0, "", 0);
        SandboxSpec spec =
                new SandboxSpec(name, "/projects/" + name, "microvm", new MachineLimits(1024, 2, 4096), false);
        return new Sandbox(id, spec, status, acceleration, 0, null, null, origin, tier);
    }

    /// Creates a snapshot that was taken `created` ms after the epoch.
    public static Snapshot snapshot(
            String id, Sandbox of, @Nullable String parent, @Nullable String name, long created) {
        String sandbox = of.spec().name();
        return new Snapshot(
                id, of.id(), sandbox, parent, name, null, created, 0, null, null, null, 0, 85, 130_000_000, null);
    }
}
