package dev.belljar.agent.sync;

/// Says how many bytes of git objects a sandbox may still bring into the host's repositories.
public interface ObjectQuota {
    /// No limit but the one on a single fetch.
    ObjectQuota NONE = sandbox -> Long.MAX_VALUE;

    /// Bytes that `sandbox` may add, asked once when a fetch begins; what is more is refused with
    /// `sync.over-quota` and leaves nothing behind. `Workspace.objects` tells what it holds already.
    ///
    /// @throws SyncException when it may not fetch at all, or when this cannot be known
    long room(String sandbox) throws SyncException, InterruptedException;
}
