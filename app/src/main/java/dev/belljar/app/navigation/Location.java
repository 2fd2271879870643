package dev.belljar.app.navigation;

import dev.belljar.app.work.ComparisonKey;
import org.jspecify.annotations.Nullable;

/// A location in the window.
public sealed interface Location {
    /// The launcher with all projects.
    record HomeScreen() implements Location {}

    /// The trash, with destroyed sandboxes that can be restored.
    record TrashScreen() implements Location {}

    /// The doctor, with what this host can do.
    record DoctorScreen() implements Location {}

    /// A screen of the sandbox `name`. With `between` it compares two states of the workspace; with `seek` it
    /// shows what this text names.
    record SandboxScreen(
            String name,
            ScreenKind screen,
            @Nullable ComparisonKey between,
            @Nullable String seek) implements Location {
        /// A screen without a comparison or text to look for.
        public SandboxScreen(String name, ScreenKind screen) {
            this(name, screen, null, null);
        }
    }
}
