package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// What an answer did: how many waited for it, and the rule it became, null where none was kept.
///
/// `name` is the name the question was about, when it was asked before anybody knew where the name leads; null where an
/// address was known or given.
public record ApprovalResult(
        String id,
        RuleAction action,
        RuleScope scope,
        int released,
        @Nullable Rule rule,
        @Nullable String name) {}
