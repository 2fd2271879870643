package dev.belljar.agent.inspect.http;

import dev.belljar.contract.http.HeaderFields;
import dev.belljar.contract.http.HttpFault;
import dev.belljar.contract.http.HttpHead;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The head of a request, with its parts checked.
public record RequestHead(String method, String target, boolean old, HeaderFields fields, BodyFraming framing) {
    private static final Pattern LINE = Pattern.compile("(\\S{1,32}) ([\\x21-\\x7e]+) HTTP/1\\.([01])");
    private static final Pattern ABSOLUTE = Pattern.compile("(?i:https?)://([^/?#@]*)(?:[/?].*)?");
    private static final Pattern AUTHORITY = Pattern.compile("([^:]+)(?::([0-9]{1,5}))?");
    private static final Set<String> UPGRADES = Set.of("upgrade", "http2-settings");

    /// Reads a request that must be for this host and port.
    ///
    /// @throws HttpFault when it is ambiguous, or for another host
    public static RequestHead of(HttpHead head, String host, int port) throws HttpFault {
        Matcher line = LINE.matcher(head.line());
        if (!line.matches() || !HeaderFields.token(line.group(1))) {
            throw HttpFault.bad("the first line is not a valid HTTP/1.0 or HTTP/1.1 request line");
        }
        String method = line.group(1);
        String target = line.group(2);
        boolean old = line.group(3).equals("0");
        requireHost(head.fields(), old, host, port);
        requireTarget(method, target, host, port);
        BodyFraming framing = BodyFraming.of(head.fields(), old, new BodyFraming.None());
        return new RequestHead(method, target, old, tame(head.fields()), framing);
    }

    private static void requireHost(HeaderFields fields, boolean old, String host, int port) throws HttpFault {
        int hosts = fields.all("host").size();
        if (hosts > 1 || (hosts == 0 && !old)) {
            throw HttpFault.bad("the request does not have exactly one Host field");
        }
        if (hosts == 1 && !same(fields.all("host").getFirst(), host, port)) {
            throw new HttpFault(421, "the Host field does not match " + host);
        }
    }

    private static void requireTarget(String method, String target, String host, int port) throws HttpFault {
        if (method.equals("CONNECT") || method.equals("TRACE")) {
            throw new HttpFault(405, "the method " + method + " is not supported");
        }
        if (target.startsWith("/") || (target.equals("*") && method.equals("OPTIONS"))) {
            return;
        }
        Matcher absolute = ABSOLUTE.matcher(target);
        if (!absolute.matches()) {
            throw HttpFault.bad("the request target is neither a path nor an http or https URL");
        }
        if (!same(absolute.group(1), host, port)) {
            throw new HttpFault(421, "the request target does not match " + host);
        }
    }

    private static boolean same(String authority, String host, int port) {
        Matcher matcher = AUTHORITY.matcher(authority);
        return matcher.matches()
                && matcher.group(1).toLowerCase(Locale.ROOT).equals(host)
                && (matcher.group(2) == null || Integer.parseInt(matcher.group(2)) == port);
    }

    /// Leaves only the upgrade to WebSocket: another protocol could name other hosts.
    private static HeaderFields tame(HeaderFields fields) {
        if (!fields.has("upgrade") || fields.words("upgrade").equals(java.util.List.of("websocket"))) {
            return fields.without(Set.of("http2-settings"));
        }
        return fields.without(UPGRADES);
    }

    public boolean upgrades() {
        return fields.has("upgrade");
    }

    /// Whether the connection stays open after this request.
    public boolean lasts() {
        return old ? fields.says("connection", "keep-alive") : !fields.says("connection", "close");
    }

    /// The request with another target, other fields and another framing.
    public RequestHead with(String otherTarget, HeaderFields others, BodyFraming otherFraming) {
        return new RequestHead(method, otherTarget, old, others, otherFraming);
    }

    public HttpHead head() {
        return new HttpHead(method + " " + target + " HTTP/1." + (old ? '0' : '1'), fields);
    }
}
