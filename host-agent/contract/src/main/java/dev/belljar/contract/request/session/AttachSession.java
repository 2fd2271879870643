package dev.belljar.contract.request.session;

import org.jspecify.annotations.Nullable;

/// Asks to attach a terminal of `rows` × `cols` to a sandbox's session; with `watch` it is read-only. `tab` is the tab
/// that it shows first, null for any.
public record AttachSession(
        boolean watch, int rows, int cols, @Nullable String tab) {
    /// Asks to attach a terminal that shows any tab first.
    public AttachSession(boolean watch, int rows, int cols) {
        this(watch, rows, cols, null);
    }
}
