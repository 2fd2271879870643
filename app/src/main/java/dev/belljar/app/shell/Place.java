package dev.belljar.app.shell;

import dev.belljar.app.live.Between;
import org.jspecify.annotations.Nullable;

/// Where the person is in the window.
public sealed interface Place {
    /// All projects.
    record Home() implements Place {}

    /// What was destroyed and can be brought back.
    record Trash() implements Place {}

    /// What this host can do.
    record Doctor() implements Place {}

    /// A room of the sandbox `name`; with `between` its changes are those between two moments, with `seek` what
    /// these words name is brought into sight.
    record Inside(
            String name,
            RoomKind room,
            @Nullable Between between,
            @Nullable String seek) implements Place {
        /// A room as it is without anything else.
        public Inside(String name, RoomKind room) {
            this(name, room, null, null);
        }
    }
}
