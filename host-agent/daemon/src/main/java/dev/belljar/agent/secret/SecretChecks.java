package dev.belljar.agent.secret;

import java.util.Locale;
import java.util.regex.Pattern;

/// What a user may store as a secret.
final class SecretChecks {
    /// The longest value of a secret, in characters.
    static final int LONGEST = 64 << 10;

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");
    private static final Pattern HOST = Pattern.compile(
            "(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?");
    private static final int LONGEST_COMMAND = 4096;

    private SecretChecks() {}

    static void requireName(String name) throws SecretException {
        if (!NAME.matcher(name).matches()) {
            throw new SecretException(
                    SecretException.NAME,
                    "name of the secret: expected a letter, then letters, digits, '_', '.' or '-', at most "
                            + "64 characters",
                    "For example NPM_TOKEN.");
        }
    }

    static void requireValue(String name, String value) throws SecretException {
        if (value.isEmpty() || value.length() > LONGEST || value.indexOf('\0') >= 0) {
            throw new SecretException(
                    SecretException.VALUE,
                    "value of secret %s: expected 1 to %d characters, without NUL".formatted(name, LONGEST),
                    null);
        }
    }

    static void requireCommand(String name, String command) throws SecretException {
        boolean plain = !command.isBlank()
                && command.length() <= LONGEST_COMMAND
                && command.chars().noneMatch(c -> c < ' ');
        if (!plain) {
            throw new SecretException(
                    SecretException.VALUE,
                    "command of secret %s: expected 1 to %,d characters on one line".formatted(name, LONGEST_COMMAND),
                    null);
        }
    }

    /// The host name in lower case.
    static String canonicalHost(String host) throws SecretException {
        String canonical = host.toLowerCase(Locale.ROOT);
        if (!HOST.matcher(canonical).matches() || canonical.equals("localhost")) {
            throw new SecretException(
                    SecretException.HOST,
                    "host name of the secret: expected an exact name such as registry.npmjs.org",
                    "A secret cannot be bound to an address, to localhost or to a pattern such as *.example.org.");
        }
        return canonical;
    }
}
