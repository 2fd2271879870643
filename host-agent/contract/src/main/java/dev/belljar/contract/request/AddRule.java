package dev.belljar.contract.request;

import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Add a rule in words, such as `allow *.npmjs.org:443`, to a layer of a sandbox's policy; null is the
/// sandbox's own.
public record AddRule(String rule, @Nullable RuleScope scope) {}
