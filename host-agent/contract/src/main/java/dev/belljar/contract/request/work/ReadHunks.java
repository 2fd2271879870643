package dev.belljar.contract.request.work;

import org.jspecify.annotations.Nullable;

/// Requests the hunks of one file in an entry of a review. `base` is the name of the review's base, null for the start.
public record ReadHunks(String entry, String path, @Nullable String base) {
    /// The hunks in a review of the work since the sandbox was created.
    public ReadHunks(String entry, String path) {
        this(entry, path, null);
    }
}
