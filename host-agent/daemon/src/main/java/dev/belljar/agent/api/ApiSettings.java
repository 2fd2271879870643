package dev.belljar.agent.api;

import java.nio.file.Path;
import java.time.Duration;

/// Where the API listens and what it says of itself.
///
/// `port` 0 takes any free one; `runtime` holds the token and `agent.json`; `stuck` is how long a reader may take
/// nothing before its connection is ended, `heartbeat` how long a quiet event stream says nothing, and `patience`
/// how long a terminal socket may be without a command.
public record ApiSettings(
        int port, Path runtime, Path data, String version, Duration stuck, Duration heartbeat, Duration patience) {
    /// The port everybody expects.
    public static final int PORT = 8082;

    /// The usual settings.
    public static ApiSettings of(int port, Path runtime, Path data, String version) {
        return new ApiSettings(
                port, runtime, data, version, Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofSeconds(5));
    }
}
