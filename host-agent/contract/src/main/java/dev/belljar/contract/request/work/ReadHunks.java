package dev.belljar.contract.request.work;

import org.jspecify.annotations.Nullable;

/// Requests the hunks of one file in an entry of the review with this commit and base; null means the newest review
/// since the start of the sandbox that has the entry.
public record ReadHunks(
        String entry,
        String path,
        @Nullable String commit,
        @Nullable String base) {
    /// A request for the newest review with the entry.
    public ReadHunks(String entry, String path) {
        this(entry, path, null, null);
    }
}
