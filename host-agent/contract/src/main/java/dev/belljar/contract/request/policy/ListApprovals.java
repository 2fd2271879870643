package dev.belljar.contract.request.policy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.belljar.contract.codec.NumberLimits;
import org.jspecify.annotations.Nullable;

/// Asks for the approvals that wait, of one sandbox or (null) of all. Waits up to this many `seconds` (the parameter
/// `wait`) while the queue still has
/// the version `known`.
public record ListApprovals(
        @Nullable String sandbox,

        @NumberLimits(least = 0, most = Long.MAX_VALUE, otherwise = 0)
        long known,

        @NumberLimits(least = 0, most = 30, otherwise = 0) @JsonProperty("wait")
        int seconds) {}
