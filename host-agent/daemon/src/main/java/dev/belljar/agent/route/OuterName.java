package dev.belljar.agent.route;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A host name that a browser requests: `LABEL.sandbox.localhost`, `PORT-LABEL.…`, `agent-LABEL.…`.
///
/// `port` is the guest's port in the name, null for the main port; `authority` is the whole name with the
/// server's port, as in the `Host` header, in lower case.
public record OuterName(String label, @Nullable Integer port, String authority) {
    /// The domain that works in every browser without installation.
    public static final String LOCALHOST = "sandbox.localhost";
    /// The domain that works if Avahi announces its names and the resolver uses Avahi.
    public static final String LOCAL = "sandbox.local";

    /// The domains whose names are served.
    static final List<String> DOMAINS = List.of(LOCALHOST, LOCAL);
    private static final Pattern AUTHORITY = Pattern.compile("([a-z0-9-]{1,63})\\.([a-z.]+?)\\.?(:[0-9]{1,5})?");
    private static final Pattern NUMBERED = Pattern.compile("([1-9][0-9]{0,4})-(.+)");
    private static final String AGENT = "agent-";
    private static final int MOST = 65_535;

    /// Parses a `Host` header; empty if its name is not one of Belljar's.
    public static Optional<OuterName> parse(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        Matcher parts = AUTHORITY.matcher(lower);
        if (!parts.matches() || !DOMAINS.contains(parts.group(2))) {
            return Optional.empty();
        }
        String first = parts.group(1);
        Matcher numbered = NUMBERED.matcher(first);
        if (first.startsWith(AGENT)) {
            return Optional.of(new OuterName(first.substring(AGENT.length()), MainPort.AGENT, lower));
        }
        if (!numbered.matches()) {
            return Optional.of(new OuterName(first, null, lower));
        }
        int port = Integer.parseInt(numbered.group(1));
        return port > MOST ? Optional.empty() : Optional.of(new OuterName(numbered.group(2), port, lower));
    }

    /// Parses the origin of a page (`https://NAME:PORT`); empty if its name is not one of Belljar's.
    static Optional<OuterName> ofOrigin(String origin) {
        String scheme = "https://";
        return origin.startsWith(scheme) ? parse(origin.substring(scheme.length())) : Optional.empty();
    }

    /// The first label of the host name of a port, or of the main port if null.
    static String first(String label, @Nullable Integer port) {
        if (port == null) {
            return label;
        }
        return port == MainPort.AGENT ? AGENT + label : port + "-" + label;
    }
}
