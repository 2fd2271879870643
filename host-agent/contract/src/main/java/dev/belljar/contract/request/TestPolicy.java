package dev.belljar.contract.request;

import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Try a draft of a layer, as TOML, on what was recorded; null scope is the sandbox's own layer, null TOML the
/// policy in force.
public record TestPolicy(@Nullable String toml, @Nullable RuleScope scope) {}
