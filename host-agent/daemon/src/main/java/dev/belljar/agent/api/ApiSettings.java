package dev.belljar.agent.api;

import dev.belljar.agent.listen.ConnectionLimits;
import java.nio.file.Path;
import java.time.Duration;

/// Where the API listens, what it says of itself, and what it gives to whom.
///
/// `port` 0 takes any free one, `ApiListeners.OFF` none; `runtime` holds the socket, the token and `agent.json`;
/// `heartbeat` is how long a quiet event stream says nothing, and `patience` how long a terminal socket may be without
/// a
/// command.
public record ApiSettings(
        int port,
        Path runtime,
        Path data,
        String version,
        ConnectionLimits limits,
        Duration heartbeat,
        Duration patience) {
    /// The port everybody expects.
    public static final int PORT = 8082;

    /// The usual settings.
    public static ApiSettings of(int port, Path runtime, Path data, String version) {
        return new ApiSettings(
                port, runtime, data, version, ConnectionLimits.USUAL, Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    /// The Unix socket.
    Path socket() {
        return runtime.resolve("api.sock");
    }
}
