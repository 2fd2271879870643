package dev.belljar.agent.provenance.version;

/// A number of bytes that may be used at once, and that grows again with time. Not thread-safe.
final class ByteBudget {
    private final long most;
    private final long perMilli;
    private long left;
    private long refilled;

    ByteBudget(long most, long perMilli, long now) {
        this.most = most;
        this.perMilli = perMilli;
        this.left = most;
        this.refilled = now;
    }

    /// True if some of it is left at this time.
    boolean open(long now) {
        long passed = Math.clamp(now - refilled, 0, most / perMilli);
        left = Math.min(most, left + passed * perMilli);
        refilled = now;
        return left > 0;
    }

    /// Uses so many bytes, of which the last ones may have to be waited for afterwards.
    void spend(long bytes) {
        left = Math.max(-most, left - bytes);
    }
}
