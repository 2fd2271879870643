package dev.belljar.contract.request.work;

/// The request to restore the files that a sync into the working tree changed; `undo` is the id in its result.
public record UndoSync(String undo) {}
