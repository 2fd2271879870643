package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// What an answer did: how many waited for it, and the rule it became, null where none was kept.
public record Answered(
        String id,
        Action action,
        Scope scope,
        int released,
        @Nullable Rule rule) {}
