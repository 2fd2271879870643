package dev.belljar.contract.request.sandbox;

import org.jspecify.annotations.Nullable;

/// Asks for the present figures, with those of the processes of this sandbox, if it is given and runs.
public record ReadGauges(@Nullable String sandbox) {}
