package dev.belljar.contract.policy;

/// How an approval ended.
public enum ApprovalOutcome {
    /// At least one waiting connection was allowed, or the next one will be.
    ALLOWED,
    /// It was denied, by an answer or a rule.
    DENIED,
    /// Nobody answered in time, so it was refused.
    EXPIRED,
    /// The sandbox or the host agent stopped before anybody answered, so it was refused.
    STOPPED
}
