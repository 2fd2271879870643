package dev.belljar.agent.listen;

import java.time.Duration;

/// The limits for the connections of one listener. `head` is how long a connection may be without a complete
/// request head, `body` how long a request's body may take, `stuck` how long a client may read nothing.
/// `connections` may be open, and `requests` be answered, at the same time.
public record ConnectionLimits(Duration head, Duration body, Duration stuck, int connections, int requests) {
    /// The usual limits. There are fewer requests than connections, so that one of many connections is always
    /// free to be closed.
    public static final ConnectionLimits USUAL =
            new ConnectionLimits(Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(30), 1_024, 768);

    /// The same times, and half the numbers.
    ConnectionLimits half() {
        return new ConnectionLimits(head, body, stuck, connections / 2, requests / 2);
    }
}
