package dev.belljar.contract.request.policy;

import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Asks to replace the policy of a layer with this TOML; a null scope is the sandbox's own layer.
public record ImportPolicy(String toml, @Nullable RuleScope scope) {}
