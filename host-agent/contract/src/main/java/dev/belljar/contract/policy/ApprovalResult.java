package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// The effect of an answer: how many connections waited for it, and the rule that was stored, null if none was.
///
/// `name` is the name of the approval if its address was not known yet; null if an address was known or given.
public record ApprovalResult(
        String id,
        RuleAction action,
        RuleScope scope,
        int released,
        @Nullable Rule rule,
        @Nullable String name) {}
