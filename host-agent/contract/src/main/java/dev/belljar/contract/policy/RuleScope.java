package dev.belljar.contract.policy;

/// Whom a rule is for, the widest last: what waits right now, one sandbox, all of a project, all of this person,
/// everybody on this host.
public enum RuleScope {
    ONCE,
    SANDBOX,
    PROJECT,
    USER,
    ORGANIZATION
}
