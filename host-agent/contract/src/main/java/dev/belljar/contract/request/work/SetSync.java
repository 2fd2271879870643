package dev.belljar.contract.request.work;

import dev.belljar.contract.sync.SyncMode;
import org.jspecify.annotations.Nullable;

/// Asks to set how one sandbox is synced; what is null stays unchanged.
public record SetSync(@Nullable SyncMode mode, @Nullable Integer idleSeconds) {}
