package dev.belljar.contract.request.network;

import dev.belljar.contract.codec.NumberLimits;

/// Asks for at most this many of the newest connections.
public record ListFlows(
        @NumberLimits(least = 1, most = 10_000, otherwise = 500)
        int most) {}
