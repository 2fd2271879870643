package dev.belljar.agent.sync;

import dev.belljar.agent.host.DiskReserve;

/// Limits the bytes of git objects that a sandbox may add to the host's repositories.
public interface ObjectQuota {
    /// The reserve if none is configured.
    DiskReserve LEAST = DiskReserve.of(512L << 20);

    /// No limit except that of a single fetch.
    ObjectQuota NONE = sandbox -> Long.MAX_VALUE;

    /// The bytes that `sandbox` may add, queried once when a fetch begins; a larger fetch is refused with
    /// `sync.over-quota` and leaves nothing behind. `WorkspaceTransfer.objects` returns its present size.
    ///
    /// @throws SyncException when it may not fetch at all, or the figure cannot be determined
    long room(String sandbox) throws SyncException, InterruptedException;

    /// The reserve of free disk space for maintenance.
    default DiskReserve reserve() {
        return LEAST;
    }

    /// The reserve of free disk space for a fetch from `sandbox`.
    default DiskReserve reserve(String sandbox) {
        return reserve();
    }
}
