package dev.belljar.contract.request.storage;

import org.jspecify.annotations.Nullable;

/// Asks to set how many bytes of the host's disk one sandbox may use; 0 for no limit.
public record SetQuota(@Nullable Long quota) {}
