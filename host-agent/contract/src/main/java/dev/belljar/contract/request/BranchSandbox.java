package dev.belljar.contract.request;

import org.jspecify.annotations.Nullable;

/// Let `count` new sandboxes go on where a machine stood; null is one. A single one gets the name `name`, several
/// get it with a number; without it they are numbered after the sandbox they come from.
public record BranchSandbox(@Nullable String name, @Nullable Integer count) {}
