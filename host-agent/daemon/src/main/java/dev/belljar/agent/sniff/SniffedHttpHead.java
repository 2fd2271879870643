package dev.belljar.agent.sniff;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Extracts the server name from the head of an HTTP request: from its target and its single `Host` header,
/// which must agree.
final class SniffedHttpHead {
    private static final Pattern REQUEST = Pattern.compile("(\\S+) (\\S+) HTTP/\\d(?:\\.\\d)?\\s*");
    private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*).*");
    private static final Pattern OLD = Pattern.compile("(?:GET|HEAD|POST) \\S+\\s*");
    /// Lines that are not valid requests but that some servers accept.
    private static final Pattern LIKE =
            Pattern.compile("(?is)(?:\\s*(?:GET|HEAD|POST|PUT|PATCH|DELETE|CONNECT|OPTIONS|TRACE)\\s.*|.*HTTP/.*)");
    private static final Pattern AUTHORITY = Pattern.compile("([^:@]+)(?::\\d*)?");

    private SniffedHttpHead() {}

    static ProtocolSniffer read(ByteBuffer bytes) {
        // Servers skip empty lines before a request.
        int start = 0;
        while (start < bytes.limit() && (bytes.get(start) == '\r' || bytes.get(start) == '\n')) {
            start++;
        }
        int end = start;
        boolean method = true;
        while (end < bytes.limit() && bytes.get(end) != '\n') {
            byte c = bytes.get(end);
            method &= c != ' ' && c != '\t';
            if (!text(c) || (method && !token(c))) {
                return new ProtocolSniffer.Other();
            }
            end++;
        }
        if (end == bytes.limit()) {
            return new ProtocolSniffer.Undecided();
        }
        String line = words(bytes, start, end);
        Matcher request = REQUEST.matcher(line);
        if (!request.matches()) {
            return OLD.matcher(line).matches() ? new ProtocolSniffer.Http(null) : unlike(line);
        }
        return headers(bytes, end + 1, request.group(1), request.group(2));
    }

    private static boolean text(byte c) {
        return c >= ' ' || c == '\t' || c == '\r' || c < 0;
    }

    /// Whether the byte is permitted in a method (RFC 9110, 5.6.2): a line with other characters before a space
    /// is not a request.
    private static boolean token(byte c) {
        return (c >= '0' && c <= '9')
                || (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    /// The result for an invalid line: some servers accept two spaces, a tab, or another version in a request.
    private static ProtocolSniffer unlike(String line) {
        return LIKE.matcher(line).matches()
                ? new ProtocolSniffer.Broken("the first line resembles an HTTP request but is not a valid one")
                : new ProtocolSniffer.Other();
    }

    private static String words(ByteBuffer bytes, int from, int to) {
        return StandardCharsets.ISO_8859_1.decode(bytes.slice(from, to - from)).toString();
    }

    private static ProtocolSniffer headers(ByteBuffer bytes, int from, String method, String target) {
        String rest = words(bytes, from, bytes.limit());
        String host = null;
        boolean foldable = false;
        int at = 0;
        for (int end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', at)) {
            String line = rest.substring(at, end > at && rest.charAt(end - 1) == '\r' ? end - 1 : end);
            at = end + 1;
            if (line.isEmpty()) {
                return together(method, target, host);
            }
            if (line.indexOf('\0') >= 0 || line.indexOf('\r') >= 0 || (foldable && line.charAt(0) <= ' ')) {
                return new ProtocolSniffer.Broken("the HTTP header is ambiguous");
            }
            String name = line.substring(0, Math.max(0, line.indexOf(':')));
            foldable = name.strip().toLowerCase(Locale.ROOT).equals("host");
            if (foldable && (host != null || !name.equalsIgnoreCase("host"))) {
                return new ProtocolSniffer.Broken("the HTTP header does not contain exactly one valid Host field");
            }
            host = foldable ? line.substring(name.length() + 1).strip() : host;
        }
        return new ProtocolSniffer.Undecided();
    }

    private static ProtocolSniffer together(String method, String target, @Nullable String host) {
        Matcher absolute = ABSOLUTE.matcher(target);
        String targeted = method.equals("CONNECT") ? target : absolute.matches() ? absolute.group(1) : null;
        List<String> said = java.util.stream.Stream.of(targeted, host)
                .filter(java.util.Objects::nonNull)
                .map(SniffedHttpHead::server)
                .distinct()
                .toList();
        if (said.isEmpty()) {
            return new ProtocolSniffer.Http(null);
        }
        return said.size() > 1 || said.getFirst().isEmpty()
                ? new ProtocolSniffer.Broken("the HTTP request does not name exactly one valid server")
                : new ProtocolSniffer.Http(said.getFirst());
    }

    /// The cleaned name in an authority, empty if there is none.
    private static String server(@Nullable String authority) {
        Matcher matcher = AUTHORITY.matcher(authority == null ? "" : authority);
        String clean = matcher.matches() ? ProtocolSniffer.clean(matcher.group(1)) : null;
        return clean == null ? "" : clean;
    }
}
