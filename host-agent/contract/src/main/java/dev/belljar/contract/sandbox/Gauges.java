package dev.belljar.contract.sandbox;

/// The newest figures of a running machine: CPU in thousandths of one CPU, memory and disk in bytes, live processes.
public record Gauges(
        int cpuPermille, long memoryUsed, long memoryTotal, long diskUsed, long diskTotal, int processes, long ts) {}
