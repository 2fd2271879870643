package dev.belljar.agent.guest;

/// A heartbeat: clocks in nanoseconds, CPU in microseconds over all CPUs since boot, memory and disk in bytes,
/// events lost since boot.
///
/// `limited` is the number of processes and threads that the process limit counts, -1 if the guest does not
/// count them; `refused` how often the limit was reached and `oomKills` how many processes were ended for lack
/// of memory, since boot.
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
        long processes,
        long limited,
        long refused,
        long oomKills) {
    /// The value of `limited` if the guest does not count.
    public static final long UNCOUNTED = -1;
}
