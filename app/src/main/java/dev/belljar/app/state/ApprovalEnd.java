package dev.belljar.app.state;

import dev.belljar.contract.policy.Approval;

/// How an approval stopped waiting, as the audit records it.
///
/// `kind` is its outcome; `allowed` is true if its connections were let through; `words` is the rule or the
/// reason, empty if the audit names none.
public record ApprovalEnd(Approval approval, EndKind kind, boolean allowed, String words) {
    /// The outcomes of an approval.
    public enum EndKind {
        ANSWERED,
        EXPIRED,
        WITHDRAWN,
        UNKNOWN
    }
}
