package dev.belljar.contract.request.work;

import org.jspecify.annotations.Nullable;

/// Requests the work that waits for review. Without `fetch`, that is the work that was fetched last, unless the
/// workspace has changed since and the machine is running. `base` is a name as in `ReviewBase`, null for the start.
public record ReadReview(boolean fetch, @Nullable String base) {
    /// The work since the sandbox was created.
    public ReadReview(boolean fetch) {
        this(fetch, null);
    }
}
