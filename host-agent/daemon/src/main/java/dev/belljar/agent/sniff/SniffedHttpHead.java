package dev.belljar.agent.sniff;

import dev.belljar.contract.http.HeadLimits;
import dev.belljar.contract.http.HttpFault;
import dev.belljar.contract.http.HttpHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

    /// Only so many bytes are looked at in any case; servers accept lines that end with a line feed.
    private static final HeadLimits LIMITS = new HeadLimits(Integer.MAX_VALUE, 200, true);

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
        return headers(bytes.slice(start, bytes.limit() - start), request.group(1), request.group(2));
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

    private static ProtocolSniffer headers(ByteBuffer head, String method, String target) {
        try {
            int length = HttpHead.length(head, LIMITS);
            List<String> hosts =
                    HttpHead.parse(lines(head, length), LIMITS).fields().all("host");
            if (hosts.size() > 1) {
                return new ProtocolSniffer.Broken("the HTTP header does not contain exactly one valid Host field");
            }
            return length == 0
                    ? new ProtocolSniffer.Undecided()
                    : together(method, target, hosts.isEmpty() ? null : hosts.getFirst());
        } catch (HttpFault e) {
            return new ProtocolSniffer.Broken("the HTTP header is ambiguous: " + e.words());
        }
    }

    /// The head of this length, or, if it is 0, the complete lines so far as a head: they may be invalid already.
    private static byte[] lines(ByteBuffer head, int length) {
        int end = length;
        if (length == 0) {
            end = head.limit();
            while (head.get(end - 1) != '\n') {
                end--;
            }
        }
        byte[] lines = new byte[length == 0 ? end + 1 : end];
        head.get(0, lines, 0, end);
        if (length == 0) {
            lines[end] = '\n';
        }
        return lines;
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
