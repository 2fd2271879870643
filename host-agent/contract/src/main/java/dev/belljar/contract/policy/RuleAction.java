package dev.belljar.contract.policy;

/// What a rule does with what it matches.
public enum RuleAction {
    ALLOW,
    DENY
}
