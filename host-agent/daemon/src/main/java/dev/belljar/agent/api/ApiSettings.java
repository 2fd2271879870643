package dev.belljar.agent.api;

import dev.belljar.agent.listen.ConnectionLimits;
import java.nio.file.Path;
import java.time.Duration;

/// The API's settings: where it listens, the version it reports, and its time limits.
///
/// `port` 0 takes any free port, `ApiListeners.OFF` no port. `runtime` is the folder of the socket, the token
/// and `agent.json`. `heartbeat` is the time after which a quiet event stream sends a heartbeat, `patience` the
/// time a terminal socket may be open before its command comes.
public record ApiSettings(
        int port,
        Path runtime,
        Path data,
        String version,
        ConnectionLimits limits,
        Duration heartbeat,
        Duration patience) {
    /// The default port.
    public static final int PORT = 8082;

    /// The settings with the usual time limits.
    public static ApiSettings of(int port, Path runtime, Path data, String version) {
        return new ApiSettings(
                port, runtime, data, version, ConnectionLimits.USUAL, Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    /// The path of the Unix socket.
    Path socket() {
        return runtime.resolve("api.sock");
    }
}
