package dev.belljar.contract.request.storage;

import org.jspecify.annotations.Nullable;

/// Asks to set how much of the host's disk each sandbox may use (`quota`, 0 for no limit) and how much of it
/// stays free (`reserve`), in bytes; null leaves a value unchanged.
public record SetStorage(@Nullable Long quota, @Nullable Long reserve) {}
