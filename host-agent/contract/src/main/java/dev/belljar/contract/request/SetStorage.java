package dev.belljar.contract.request;

import org.jspecify.annotations.Nullable;

/// What each sandbox may use of the host's disk (`quota`, 0 for no limit) and how much of it stays free (`reserve`), in
/// bytes; null leaves it as it is.
public record SetStorage(@Nullable Long quota, @Nullable Long reserve) {}
