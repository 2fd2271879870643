package dev.belljar.agent.secret;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.contract.text.VisibleText;
import java.time.Duration;

/// Runs the command that prints a secret.
final class CommandValue {
    /// A value is used for this many milliseconds before the command runs again.
    static final long LASTS = Duration.ofMinutes(5).toMillis();

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST_SAID = 300;

    private CommandValue() {}

    /// What `/bin/sh -c command` prints, without the line end.
    ///
    /// @throws SecretException `secret.value-unavailable` when it fails, takes longer than 30 s, or prints
    /// nothing or several lines
    static String of(String name, String command) throws SecretException, InterruptedException {
        Command.Output output;
        try {
            output = Command.of("/bin/sh", "-c", command)
                    .timeout(PATIENCE)
                    .keep(SecretChecks.LONGEST + 2)
                    .run();
        } catch (CommandException e) {
            throw unavailable(name, String.valueOf(e.getMessage()));
        }
        if (output.exit() != 0) {
            throw unavailable(name, "it ended with exit code %d%s".formatted(output.exit(), said(output)));
        }
        String value = output.text().strip();
        if (value.isEmpty()
                || value.length() > SecretChecks.LONGEST
                || value.chars().anyMatch(c -> c < ' ')) {
            throw unavailable(name, "it did not print the secret on one line");
        }
        return value;
    }

    private static String said(Command.Output output) {
        String words = VisibleText.line(output.errorText().strip());
        return words.isEmpty() ? "" : ": " + words.substring(Math.max(0, words.length() - LONGEST_SAID));
    }

    private static SecretException unavailable(String name, String why) {
        return new SecretException(
                SecretException.UNAVAILABLE,
                "the command of secret %s: %s".formatted(name, why),
                "Run the command in a terminal to see why.");
    }
}
