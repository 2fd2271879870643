package dev.belljar.app.shell;

import dev.belljar.app.state.ComparisonKey;
import org.jspecify.annotations.Nullable;

/// A location in the window.
public sealed interface Location {
    /// The launcher with all projects.
    record Home() implements Location {}

    /// The trash, with destroyed sandboxes that can be restored.
    record Trash() implements Location {}

    /// The doctor, with what this host can do.
    record Doctor() implements Location {}

    /// A screen of the sandbox `name`. With `between` it compares two states of the workspace; with `seek` it
    /// shows what this text names.
    record Inside(
            String name,
            ScreenKind screen,
            @Nullable ComparisonKey between,
            @Nullable String seek) implements Location {
        /// A screen without a comparison or text to look for.
        public Inside(String name, ScreenKind screen) {
            this(name, screen, null, null);
        }
    }
}
