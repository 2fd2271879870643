package dev.belljar.contract.request;

import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Put this policy, as TOML, in the place of a layer's; null scope is the sandbox's own.
public record ImportPolicy(String toml, @Nullable RuleScope scope) {}
