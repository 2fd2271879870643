package dev.belljar.contract.policy;

/// What a rule does with the destinations that it matches.
public enum RuleAction {
    ALLOW,
    DENY
}
