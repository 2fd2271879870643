package dev.belljar.contract.view.process;

import org.jspecify.annotations.Nullable;

/// The current figures of a running process, which `pid` and `start` identify: CPU in thousandths of one CPU, null at
/// the first reading, and memory in bytes.
public record ProcessGauge(int pid, long start, @Nullable Integer cpuPermille, long rss) {}
