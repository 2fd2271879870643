package dev.belljar.contract.request;

import org.jspecify.annotations.Nullable;

/// What one sandbox may use of the host's disk, in bytes; 0 for no limit.
public record SetQuota(@Nullable Long quota) {}
