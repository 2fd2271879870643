package dev.belljar.contract.request.work;

import org.jspecify.annotations.Nullable;

/// Asks to compare with a snapshot, or with a sandbox as it is now; null is the sandbox that the snapshot was taken of.
public record CompareWith(@Nullable String to) {}
