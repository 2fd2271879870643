package dev.belljar.agent.mirror;

import dev.belljar.contract.text.HostServiceText;
import dev.belljar.contract.text.VisibleText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The address of a mirror without its credentials. Its characters are restricted, so that it can be written
/// into the configuration of every tool. `problem` says why guests cannot use it; then only `text` is valid.
record MirrorUrl(
        String text,
        String host,
        int port,
        boolean tls,
        @Nullable MirrorCredential credential,
        @Nullable String problem) {
    private static final int LONGEST = 2_000;
    private static final int LONGEST_SHOWN = 200;
    private static final int MOST_PORT = 65_535;
    private static final int HTTPS = 443;
    private static final int HTTP = 80;
    private static final Pattern URL = Pattern.compile(
            "(?i)(https?)://(?:([^/?#]*)@)?((?=.{1,253}(?:[:/]|$))[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?)*)"
                    + "(?::([0-9]{1,5}))?((?:/[a-z0-9._~%@+:=,-]*)*+)");

    /// Takes an address apart.
    static MirrorUrl of(String raw) {
        String text = raw.strip();
        if (text.indexOf('$') >= 0) {
            return unusable(text, "it contains an environment variable, which Belljar does not read");
        }
        if (text.startsWith("file:") || text.startsWith("/")) {
            return unusable(text, "it is a folder on this computer, which guests cannot read");
        }
        Matcher parts = text.length() > LONGEST ? null : URL.matcher(text);
        if (parts == null || !parts.matches()) {
            return unusable(text, "expected an address such as https://registry.example.org/npm/");
        }
        boolean tls = parts.group(1).equalsIgnoreCase("https");
        String host = parts.group(3).toLowerCase(Locale.ROOT);
        int port = parts.group(4) == null ? tls ? HTTPS : HTTP : Integer.parseInt(parts.group(4));
        String shown = "%s://%s%s%s"
                .formatted(tls ? "https" : "http", host, parts.group(4) == null ? "" : ":" + port, parts.group(5));
        if (port < 1 || port > MOST_PORT) {
            return unusable(text, "expected a port from 1 to 65535");
        }
        String problem = tls && loopback(host)
                ? "it listens on this computer only, and its certificate is not for a name that guests can use"
                : null;
        return new MirrorUrl(shown, host, port, tls, login(parts.group(2)), problem);
    }

    private static MirrorUrl unusable(String raw, String why) {
        // What stands before the last @, or in a query, may be a password.
        String start = raw.matches("(?s)[a-z+]+://.*") ? raw.substring(0, raw.indexOf("//") + 2) : "";
        String rest = raw.substring(Math.max(start.length(), raw.lastIndexOf('@') + 1));
        String line = VisibleText.line(start + rest.replaceFirst("(?s)[?#].*", "?…"));
        return new MirrorUrl(
                line.length() > LONGEST_SHOWN ? line.substring(0, LONGEST_SHOWN) + "…" : line, "", 0, false, null, why);
    }

    private static @Nullable MirrorCredential login(@Nullable String info) {
        if (info == null || info.isEmpty() || info.equals(":")) {
            return null;
        }
        int colon = info.indexOf(':');
        String user = decoded(colon < 0 ? info : info.substring(0, colon));
        return MirrorCredential.login(null, user, colon < 0 ? "" : decoded(info.substring(colon + 1)));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private static boolean loopback(String host) {
        return host.equals("localhost") || host.startsWith("127.");
    }

    /// Whether the host itself listens there.
    boolean ofHost() {
        return loopback(host);
    }

    /// Whether its host is a name, to which a secret can be bound.
    boolean named() {
        return !ofHost() && host.substring(host.lastIndexOf('.') + 1).matches("[a-z][a-z0-9-]*");
    }

    /// The name or address to which guests connect.
    String reached() {
        return ofHost() ? HostServiceText.NAME : host;
    }

    /// The address for guests.
    String forGuests() {
        return ofHost() ? text.replaceFirst("//[^/:]+", "//" + HostServiceText.NAME) : text;
    }
}
