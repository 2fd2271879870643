package dev.belljar.app.state;

import dev.belljar.contract.policy.Approval;

/// How a question stopped waiting, as the audit tells it.
///
/// `how` says what became of it; `allowed` is true when its connections were let through; `words` is the rule or
/// the reason, empty where the audit did not say.
public record ApprovalEnd(Approval question, How how, boolean allowed, String words) {
    /// What can become of a question.
    public enum How {
        ANSWERED,
        EXPIRED,
        WITHDRAWN,
        UNKNOWN
    }
}
