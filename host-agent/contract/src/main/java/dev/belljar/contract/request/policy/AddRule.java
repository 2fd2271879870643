package dev.belljar.contract.request.policy;

import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Asks to add a rule in words, such as `allow *.npmjs.org:443`, to a layer of a sandbox's policy; a null scope
/// is the sandbox's own layer.
public record AddRule(String rule, @Nullable RuleScope scope) {}
