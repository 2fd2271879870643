package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// One line of the audit: the decision, its sandbox and its reason. `prev` is the SHA-256 of the previous line.
///
/// `what` is a stable word: `opened`, `held`, `answered`, `expired`, `policy`, `refused`, `summed`, `secret`,
/// `started`, `synced`. `count` is the number of equal decisions that the line sums up. `approval` is the id of the
/// approval that was `held`, `answered`, `expired` or `withdrawn`; lines of older versions do not have it.
/// `receipt` is the SHA-256 of the receipt of a sync.
public record AuditEntry(
        long seq,
        long ts,
        String what,
        @Nullable String sandbox,
        @Nullable String subject,
        @Nullable String verdict,
        String detail,
        long count,
        @Nullable String approval,
        @Nullable String receipt,
        String prev) {}
