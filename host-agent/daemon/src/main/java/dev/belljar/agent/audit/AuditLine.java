package dev.belljar.agent.audit;

import org.jspecify.annotations.Nullable;

/// A line to be added to the audit; empty texts are left out. `count` is the number of equal decisions that it sums
/// up, `approval` the id of the approval that it is about, `receipt` the hash of the receipt of a sync.
public record AuditLine(
        String what,
        String sandbox,
        String subject,
        String verdict,
        String detail,
        long count,
        @Nullable String approval,
        @Nullable String receipt) {
    /// A line for one decision, about no approval.
    public AuditLine(String what, String sandbox, String subject, String verdict, String detail) {
        this(what, sandbox, subject, verdict, detail, 1, null, null);
    }

    /// The same line for `count` equal decisions.
    public AuditLine withCount(long count) {
        return new AuditLine(what, sandbox, subject, verdict, detail, count, approval, receipt);
    }

    /// The same line about this approval.
    public AuditLine withApproval(String approval) {
        return new AuditLine(what, sandbox, subject, verdict, detail, count, approval, receipt);
    }

    /// The same line about the receipt with this hash.
    public AuditLine withReceipt(String hash) {
        return new AuditLine(what, sandbox, subject, verdict, detail, count, approval, hash);
    }
}
