package dev.belljar.agent.sync;

import dev.belljar.agent.host.DiskReserve;

/// Says how many bytes of git objects a sandbox may still bring into the host's repositories.
public interface ObjectQuota {
    /// What is kept free where nobody says how much.
    DiskReserve LEAST = DiskReserve.of(512L << 20);

    /// No limit but the one on a single fetch.
    ObjectQuota NONE = sandbox -> Long.MAX_VALUE;

    /// Bytes that `sandbox` may add, asked once when a fetch begins; what is more is refused with
    /// `sync.over-quota` and leaves nothing behind. `WorkspaceTransfer.objects` tells what it holds already.
    ///
    /// @throws SyncException when it may not fetch at all, or when this cannot be known
    long room(String sandbox) throws SyncException, InterruptedException;

    /// The free space of the host's disk that tidying leaves alone.
    default DiskReserve reserve() {
        return LEAST;
    }

    /// The free space of the host's disk that a fetch from `sandbox` leaves alone.
    default DiskReserve reserve(String sandbox) {
        return reserve();
    }
}
