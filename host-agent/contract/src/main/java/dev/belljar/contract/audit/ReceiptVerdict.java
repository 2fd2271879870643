package dev.belljar.contract.audit;

import org.jspecify.annotations.Nullable;

/// Whether the receipt of a synced commit is genuine: its hash is in an audit log that is intact up to there.
///
/// `file` and `line` name the line of the audit log with the receipt's hash or, if the log is broken, the first broken
/// line. `problem` says in words what is wrong, null if nothing is.
public record ReceiptVerdict(
        ReceiptOutcome outcome,
        @Nullable SyncReceipt receipt,
        @Nullable String file,
        @Nullable Long line,
        @Nullable String problem) {
    /// The result of the verification.
    public enum ReceiptOutcome {
        /// The receipt is genuine.
        VALID,
        /// The commit has no receipt.
        MISSING,
        /// The note is not the receipt that the audit log records.
        CHANGED,
        /// The receipt is one of another commit.
        OTHER_COMMIT,
        /// The audit log was changed before the line with the receipt.
        BROKEN,
        /// The audit log of this computer is not the one that the receipt refers to.
        OTHER_LOG
    }

    /// True if the receipt is genuine.
    public boolean valid() {
        return outcome == ReceiptOutcome.VALID;
    }
}
