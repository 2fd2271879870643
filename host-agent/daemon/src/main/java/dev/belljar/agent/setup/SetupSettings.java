package dev.belljar.agent.setup;

import dev.belljar.contract.host.HomeFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// The user's home folder, from which an environment may bring files, and how long a setup may take.
///
/// The variable `BELLJAR_SETUP_MINUTES` sets the time.
public record SetupSettings(Path home, Duration limit) {
    private static final Duration USUAL = Duration.ofMinutes(30);
    private static final int MOST_MINUTES = 1_440;

    /// The settings of this environment.
    ///
    /// @throws IOException when the variable is not a number from 1 to 1440
    public static SetupSettings from(Map<String, String> environment) throws IOException {
        Path home = HomeFolder.of(environment);
        String minutes = environment.getOrDefault("BELLJAR_SETUP_MINUTES", "");
        if (minutes.isEmpty()) {
            return new SetupSettings(home, USUAL);
        }
        if (!minutes.matches("[0-9]{1,4}")
                || Integer.parseInt(minutes) < 1
                || Integer.parseInt(minutes) > MOST_MINUTES) {
            throw new IOException("BELLJAR_SETUP_MINUTES is \"%s\": expected a number of minutes from 1 to %d"
                    .formatted(minutes, MOST_MINUTES));
        }
        return new SetupSettings(home, Duration.ofMinutes(Integer.parseInt(minutes)));
    }
}
