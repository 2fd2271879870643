package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// One line of the audit: what was decided, about which sandbox, and why. `prev` is the SHA-256 of the line
/// before.
///
/// `what` is a stable word: `opened`, `held`, `answered`, `expired`, `policy`, `refused`, `summed`, `secret`,
/// `started`. `count` is how many alike it stands for.
public record AuditEntry(
        long seq,
        long ts,
        String what,
        @Nullable String sandbox,
        @Nullable String subject,
        @Nullable String verdict,
        String detail,
        long count,
        String prev) {}
