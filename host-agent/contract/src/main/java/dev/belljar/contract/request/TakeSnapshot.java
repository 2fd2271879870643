package dev.belljar.contract.request;

import org.jspecify.annotations.Nullable;

/// Save a running machine as it is now, under a name and with a note if there are any.
public record TakeSnapshot(@Nullable String name, @Nullable String note) {}
