package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// One rule of a policy. `id` is unique in its layer; `expires` is milliseconds since the epoch, null for never;
/// `note` says where the rule came from, for people.
public record Rule(
        String id,
        RuleAction action,
        RuleMatch match,
        RuleScope scope,
        @Nullable Long expires,
        RuleBudget budget,
        @Nullable String note) {
    /// This rule in another layer.
    public Rule in(RuleScope other) {
        return new Rule(id, action, match, other, expires, budget, note);
    }
}
