package dev.belljar.contract.request;

import dev.belljar.contract.policy.PolicyPreset;
import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Choose what happens to what no rule speaks of, in a layer; null scope is the sandbox's own, null preset leaves
/// it to the wider layers again.
public record SetPreset(
        @Nullable PolicyPreset preset, @Nullable RuleScope scope) {}
