package dev.belljar.contract.http;

/// What the head of a message may be at most, and whether its lines may also end with a line feed only, which
/// servers accept.
public record HeadLimits(int bytes, int fields, boolean lineFeeds) {
    /// The limits for messages of guests and servers.
    public static final HeadLimits USUAL = new HeadLimits(32 * 1024, 200, false);
}
