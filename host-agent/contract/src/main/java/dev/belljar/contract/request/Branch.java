package dev.belljar.contract.request;

import org.jspecify.annotations.Nullable;

/// Let `count` new sandboxes go on where a machine stood; null is one. Each takes its name from `name`, or
/// from the
/// sandbox it comes from.
public record Branch(@Nullable String name, @Nullable Integer count) {}
