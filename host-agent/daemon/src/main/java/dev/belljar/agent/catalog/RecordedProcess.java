package dev.belljar.agent.catalog;

import org.jspecify.annotations.Nullable;

/// The process of a machine. `start` is in clock ticks since the host booted; `boot` identifies that boot, because pids
/// and start times repeat after it (null in records of early versions).
public record RecordedProcess(
        long pid, long start, @Nullable String boot) {}
