package dev.belljar.contract.request.sandbox;

import org.jspecify.annotations.Nullable;

/// Asks to start `count` new sandboxes (null: one, at most `MOST`) from a snapshot or a running machine.
///
/// A single one gets the name `name`, several get it with a number; without a name they are numbered after the
/// sandbox they come from.
public record BranchSandbox(@Nullable String name, @Nullable Integer count) {
    /// The largest number of branches that one request can start.
    public static final int MOST = 64;
}
