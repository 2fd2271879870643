package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// What may be used under a rule in one sandbox, null for without end: minutes from its first use, connections, and
/// bytes sent out.
public record RuleBudget(
        @Nullable Integer minutes,
        @Nullable Integer connections,
        @Nullable Long upload) {
    /// Without end.
    public static final RuleBudget NONE = new RuleBudget(null, null, null);

    /// True when nothing is measured.
    public boolean none() {
        return minutes == null && connections == null && upload == null;
    }
}
