package dev.belljar.app.shell;

import dev.belljar.app.state.ComparisonKey;
import org.jspecify.annotations.Nullable;

/// Where the person is in the window.
public sealed interface Location {
    /// All projects.
    record Home() implements Location {}

    /// What was destroyed and can be brought back.
    record Trash() implements Location {}

    /// What this host can do.
    record Doctor() implements Location {}

    /// A room of the sandbox `name`; with `between` its changes are those between two moments, with `seek` what
    /// these words name is brought into sight.
    record Inside(
            String name,
            ScreenKind screen,
            @Nullable ComparisonKey between,
            @Nullable String seek) implements Location {
        /// A room as it is without anything else.
        public Inside(String name, ScreenKind screen) {
            this(name, screen, null, null);
        }
    }
}
