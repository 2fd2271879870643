package dev.belljar.agent;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.tcp.ChunkStore;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Semaphore;

/// The resources that all sandboxes of this host share. The sizes fit the heap and the memory outside it that
/// the launcher gives the host agent.
///
/// `chunks` are bytes on their way through the gateways, outside the heap; `sockets` the sockets of the
/// gateways; `streams` bytes from guests in streams of their links; `inspected` bytes in inspected connections.
/// `gateways` and `recording` are how many gateways may work, and how many sandboxes' events may be recorded, at
/// the same time: sandboxes get their turns in the order they asked, and the remaining processors are left for
/// everything else (decision 20).
record HostBudgets(
        ChunkStore chunks,
        HostBudget sockets,
        HostBudget streams,
        HostBudget inspected,
        Semaphore gateways,
        Semaphore recording) {
    private static final long MIB = 1 << 20;
    private static final long MOST_SOCKETS = 32_768;
    /// File descriptors reserved for everything but the sockets of gateways.
    private static final long OTHER_DESCRIPTORS = 1_024;
    private static final long OWN_SOCKETS = 256;

    static HostBudgets ofHost() {
        return new HostBudgets(
                new ChunkStore(new HostBudget(256 * MIB, 4 * MIB)),
                new HostBudget(mostSockets(), OWN_SOCKETS),
                new HostBudget(96 * MIB, 4 * MIB),
                new HostBudget(192 * MIB, 4 * MIB),
                atOnce(),
                atOnce());
    }

    private static Semaphore atOnce() {
        return new Semaphore(Math.max(2, Runtime.getRuntime().availableProcessors() / 2), true);
    }

    /// The most sockets all gateways may open: a guest that opens all it can must not take the file descriptors
    /// that journals and the API need.
    private static long mostSockets() {
        long descriptors = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : 4 * OTHER_DESCRIPTORS;
        return Math.clamp(descriptors - OTHER_DESCRIPTORS, 2 * OWN_SOCKETS, MOST_SOCKETS);
    }
}
