package dev.belljar.contract.request.sandbox;

import org.jspecify.annotations.Nullable;

/// Asks to take a snapshot of a running machine, with an optional name and note.
public record TakeSnapshot(@Nullable String name, @Nullable String note) {}
