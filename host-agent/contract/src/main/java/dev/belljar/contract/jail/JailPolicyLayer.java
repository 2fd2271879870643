package dev.belljar.contract.jail;

import dev.belljar.contract.policy.RuleScope;

/// The policy for jails of one layer, and its file.
public record JailPolicyLayer(RuleScope layer, String file, JailPolicy policy) {}
