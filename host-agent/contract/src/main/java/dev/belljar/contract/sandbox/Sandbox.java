package dev.belljar.contract.sandbox;

import org.jspecify.annotations.Nullable;

/// A sandbox as the API shows it: its specification and its observed status.
///
/// `branch` is the git branch checked out on the host when the project was captured, null for a detached HEAD or
/// a plain folder; `base` is the commit the machine started from. `origin` is the snapshot its machine was
/// started from, null for a machine that booted; `tier` is the storage tier of a stopped machine, null for one
/// that was shut down.
public record Sandbox(
        String id,
        SandboxSpec spec,
        SandboxStatus status,
        Acceleration acceleration,
        long created,
        @Nullable String branch,
        @Nullable String base,
        @Nullable String origin,
        @Nullable StorageTier tier) {
    /// This sandbox with another status.
    public Sandbox with(SandboxStatus now) {
        return new Sandbox(id, spec, now, acceleration, created, branch, base, origin, tier);
    }
}
