package dev.belljar.contract.request.work;

import org.jspecify.annotations.Nullable;

/// The request to restore the files that a sync into the working tree changed; `undo` is the id in its result,
/// null for the newest one.
public record UndoSync(@Nullable String undo) {}
