package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// The limits of a rule in one sandbox, each null for unlimited: minutes from its first use, connections, and
/// bytes sent.
public record RuleBudget(
        @Nullable Integer minutes,
        @Nullable Integer connections,
        @Nullable Long upload) {
    /// No limits.
    public static final RuleBudget NONE = new RuleBudget(null, null, null);

    /// True if no limit is set.
    public boolean none() {
        return minutes == null && connections == null && upload == null;
    }
}
