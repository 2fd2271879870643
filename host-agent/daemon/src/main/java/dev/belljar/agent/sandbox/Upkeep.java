package dev.belljar.agent.sandbox;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// How long machines that are not used are kept in which form; zero is for ever.
///
/// A running machine that was idle for `idle`, or has run for `lifetime` and is not busy, is hibernated. A stopped
/// one is kept `hot`, then `warm`, then `cold` for so long, and goes to the trash, where it is kept for `trash`.
/// `interval` lies between two looks.
public record Upkeep(
        Duration interval,
        Duration idle,
        Duration lifetime,
        Duration hot,
        Duration warm,
        Duration cold,
        Duration trash) {
    /// What is done when nobody says otherwise.
    public static Upkeep usual() {
        return new Upkeep(
                Duration.ofSeconds(30),
                Duration.ofMinutes(30),
                Duration.ofDays(1),
                Duration.ofDays(1),
                Duration.ofDays(2),
                Duration.ofDays(7),
                Duration.ofDays(7));
    }

    /// What this environment asks for: `BELLJAR_IDLE_MINUTES`, `BELLJAR_LIFETIME_MINUTES`, `BELLJAR_HOT_HOURS`,
    /// `BELLJAR_WARM_HOURS`, `BELLJAR_COLD_HOURS`, `BELLJAR_TRASH_DAYS`, 0 for ever;
    /// `BELLJAR_UPKEEP_SECONDS` between
    /// two looks, at least 1.
    ///
    /// @throws IOException when one of them is no whole number
    public static Upkeep from(Map<String, String> environment) throws IOException {
        Upkeep usual = usual();
        Duration interval = Duration.ofSeconds(
                number(environment, "BELLJAR_UPKEEP_SECONDS", usual.interval().toSeconds()));
        return new Upkeep(
                interval.isZero() ? Duration.ofSeconds(1) : interval,
                Duration.ofMinutes(
                        number(environment, "BELLJAR_IDLE_MINUTES", usual.idle().toMinutes())),
                Duration.ofMinutes(number(
                        environment,
                        "BELLJAR_LIFETIME_MINUTES",
                        usual.lifetime().toMinutes())),
                Duration.ofHours(
                        number(environment, "BELLJAR_HOT_HOURS", usual.hot().toHours())),
                Duration.ofHours(
                        number(environment, "BELLJAR_WARM_HOURS", usual.warm().toHours())),
                Duration.ofHours(
                        number(environment, "BELLJAR_COLD_HOURS", usual.cold().toHours())),
                Duration.ofDays(
                        number(environment, "BELLJAR_TRASH_DAYS", usual.trash().toDays())));
    }

    private static long number(Map<String, String> environment, String name, long otherwise) throws IOException {
        String value = environment.get(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.matches("[0-9]{1,7}")) {
            throw new IOException(name + " is \"" + value + "\": expected a whole number, 0 for never");
        }
        return Long.parseLong(value);
    }
}
