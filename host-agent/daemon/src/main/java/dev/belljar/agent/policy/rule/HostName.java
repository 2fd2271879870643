package dev.belljar.agent.policy.rule;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Brings a host name into the canonical form in which rules compare names: lower case, no trailing dot, ASCII
/// labels.
///
/// A name without a canonical form matches no rule: a name that two programs may parse differently (with a NUL,
/// a percent sign, a second dot at the end) is never compared.
public final class HostName {
    private static final int LONGEST = 253;
    private static final Pattern NAME =
            Pattern.compile("(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?");
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)");

    private HostName() {}

    /// The canonical form of a name; empty for text that is not a host name, such as an address in any notation.
    public static Optional<String> canonical(String text) {
        if (text.isEmpty() || text.length() > LONGEST + 1) {
            return Optional.empty();
        }
        String name = (text.endsWith(".") ? text.substring(0, text.length() - 1) : text).toLowerCase(Locale.ROOT);
        boolean fits = name.length() <= LONGEST
                && NAME.matcher(name).matches()
                && !NUMBER.matcher(name).matches();
        return fits ? Optional.of(name) : Optional.empty();
    }
}
