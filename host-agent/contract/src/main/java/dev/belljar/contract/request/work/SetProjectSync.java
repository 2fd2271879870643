package dev.belljar.contract.request.work;

import dev.belljar.contract.sync.SyncMode;
import org.jspecify.annotations.Nullable;

/// Asks to set how the sandboxes of the project in this folder are synced that have no settings of their own, and
/// whether safe work of all its sandboxes is applied without a review; what is null stays unchanged.
public record SetProjectSync(
        String project,
        @Nullable SyncMode mode,
        @Nullable Integer idleSeconds,
        @Nullable Boolean apply) {}
