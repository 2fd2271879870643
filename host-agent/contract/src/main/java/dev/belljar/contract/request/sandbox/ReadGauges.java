package dev.belljar.contract.request.sandbox;

import org.jspecify.annotations.Nullable;

/// Requests the current figures, including those of the processes of this sandbox if it is given and running.
public record ReadGauges(@Nullable String sandbox) {}
