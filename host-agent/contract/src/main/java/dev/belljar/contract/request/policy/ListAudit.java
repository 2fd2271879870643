package dev.belljar.contract.request.policy;

import dev.belljar.contract.codec.NumberLimits;

/// Asks for at most this many of the newest entries of the audit log.
public record ListAudit(
        @NumberLimits(least = 1, most = 10_000, otherwise = 200)
        int most) {}
