package dev.belljar.agent.api;

import java.nio.file.Path;
import java.time.Duration;

/// Where the API listens and what it says of itself.
///
/// `port` 0 takes any free one; `runtime` holds the token and `agent.json`; `stuck` is how long a reader may take
/// nothing before its connection is ended.
public record ApiSettings(int port, Path runtime, Path data, String version, Duration stuck) {
    /// The port everybody expects.
    public static final int PORT = 8082;

    private static final Duration STUCK = Duration.ofSeconds(30);

    /// The usual settings.
    public static ApiSettings of(int port, Path runtime, Path data, String version) {
        return new ApiSettings(port, runtime, data, version, STUCK);
    }
}
