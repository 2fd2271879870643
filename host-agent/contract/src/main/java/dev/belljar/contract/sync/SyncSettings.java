package dev.belljar.contract.sync;

/// How a sandbox, or every sandbox of a project without settings of its own, is synced.
///
/// `idleSeconds` is the time without writes after which `AUTO_IDLE` fetches. `own` is true if mode or time were set for
/// this sandbox or project. With `apply`, which is set only for a project, fetched work in which nothing could run
/// on the host is put on the sandbox's branch without a review.
public record SyncSettings(SyncMode mode, int idleSeconds, boolean own, boolean apply) {
    /// The usual time without writes, in seconds.
    public static final int IDLE_SECONDS = 30;

    /// The longest time without writes, in seconds.
    public static final int MOST_IDLE_SECONDS = 86_400;

    /// The settings if nothing was set.
    public static final SyncSettings USUAL = new SyncSettings(SyncMode.MANUAL, IDLE_SECONDS, false, false);
}
