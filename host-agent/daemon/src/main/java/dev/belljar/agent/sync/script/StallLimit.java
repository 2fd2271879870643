package dev.belljar.agent.sync.script;

import dev.belljar.agent.sync.git.GitRunner;
import java.time.Duration;

/// How long the host waits for a machine: in total, without a byte, and with fewer than `least` bytes in each
/// `window` of waiting.
public record StallLimit(Duration total, Duration silence, Duration window, int least) {
    public static final StallLimit USUAL =
            new StallLimit(GitRunner.LIMIT, Duration.ofSeconds(20), Duration.ofSeconds(60), 64);

    /// Only a limit for the total.
    static StallLimit none(Duration total) {
        return new StallLimit(total, total, total, 0);
    }
}
