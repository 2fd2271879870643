package dev.belljar.contract.request.policy;

import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Asks to apply a draft of a layer, as TOML, to the recorded flows; a null scope is the sandbox's own layer,
/// null TOML the policy in force.
public record TestPolicy(@Nullable String toml, @Nullable RuleScope scope) {}
