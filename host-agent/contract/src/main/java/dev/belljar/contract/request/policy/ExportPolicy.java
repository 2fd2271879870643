package dev.belljar.contract.request.policy;

import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Asks for one layer of a policy; null is the sandbox's own.
public record ExportPolicy(@Nullable RuleScope scope) {}
