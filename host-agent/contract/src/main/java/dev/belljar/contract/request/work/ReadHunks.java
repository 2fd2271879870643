package dev.belljar.contract.request.work;

import org.jspecify.annotations.Nullable;

/// Requests the hunks of one file in an entry of the review with this base; null means the newest review with that
/// entry.
public record ReadHunks(String entry, String path, @Nullable String base) {
    /// A request for the newest review with the entry.
    public ReadHunks(String entry, String path) {
        this(entry, path, null);
    }
}
