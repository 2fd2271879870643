package dev.belljar.agent.guest;

/// A heartbeat: clocks in nanoseconds, CPU in microseconds over all CPUs since boot, memory and disk in bytes, events
/// lost since boot.
public record GuestHeartbeat(
        long monoNs,
        long realNs,
        long lost,
        long load1000,
        long memTotal,
        long memAvailable,
        long cpuBusyUs,
        long cpuTotalUs,
        long diskTotal,
        long diskFree,
        long processes) {}
