package dev.belljar.contract.request;

import org.jspecify.annotations.Nullable;

/// Wish that a sandbox's plain name leads to this port; to the likeliest dev server when null.
public record ChooseMain(@Nullable Integer port) {}
