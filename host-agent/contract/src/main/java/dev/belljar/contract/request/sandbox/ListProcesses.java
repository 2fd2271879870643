package dev.belljar.contract.request.sandbox;

import dev.belljar.contract.codec.NumberLimits;

/// Asks for the process table with at most this many of the processes that have ended.
public record ListProcesses(
        @NumberLimits(least = 0, most = 10_000, otherwise = 200)
        int finished) {}
