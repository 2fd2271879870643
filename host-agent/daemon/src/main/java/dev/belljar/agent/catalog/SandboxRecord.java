package dev.belljar.agent.catalog;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import org.jspecify.annotations.Nullable;

/// What is kept of a sandbox between runs of the host agent; the content of its `sandbox.json`.
///
/// `base` and `capture` are commits in the host's own repository (see the sync room); `pid` and `pidStart`
/// name the machine's process while there is one; `since` and `created` are milliseconds since the epoch.
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
        @Nullable String imageKey,
        @Nullable Long pid,
        @Nullable Long pidStart,
        @Nullable Problem problem) {}
