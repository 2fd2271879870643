package dev.belljar.app.shell;

/// Where the person is in the window.
public sealed interface Place {
    /// All projects.
    record Home() implements Place {}

    /// What this host can do.
    record Doctor() implements Place {}

    /// A room of the sandbox `name`.
    record Inside(String name, RoomKind room) implements Place {}
}
