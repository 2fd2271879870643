package dev.belljar.agent.listen;

import java.time.Duration;

/// What the connections of one listener may take: `head` is how long one may be without a whole request, `body` how
/// long a request's body may take to come, `stuck` how long a reader may take nothing; `connections` may be open and
/// `requests` be answered at once.
public record ConnectionLimits(Duration head, Duration body, Duration stuck, int connections, int requests) {
    /// The usual ones. Fewer requests than connections, so that among many there is always one that may be closed.
    public static final ConnectionLimits USUAL =
            new ConnectionLimits(Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(30), 1_024, 768);

    /// The same times, and half as much of everything.
    ConnectionLimits half() {
        return new ConnectionLimits(head, body, stuck, connections / 2, requests / 2);
    }
}
