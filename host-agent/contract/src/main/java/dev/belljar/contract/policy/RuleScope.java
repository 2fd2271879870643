package dev.belljar.contract.policy;

/// Where a rule applies, the widest scope last: the connections that wait now, one sandbox, all sandboxes of a
/// project, all of this user, all on this host.
public enum RuleScope {
    ONCE,
    SANDBOX,
    PROJECT,
    USER,
    ORGANIZATION
}
