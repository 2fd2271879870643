package dev.belljar.agent.policy.rule;

import dev.belljar.contract.policy.RuleMatch;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The HTTP requests that a rule matches: by method, by path, or by both. An empty set matches every method, a
/// null path every path. `folded` is the path without regard to upper and lower case.
///
/// A `*` at the end of the path matches everything that follows, also nothing; elsewhere it matches within one segment.
/// So `/acme/*` matches `/acme/` and all below it, and neither `/acme` nor `/acme-2`.
public record RequestPattern(
        Set<String> methods,
        @Nullable Pattern path,
        @Nullable Pattern folded) {
    private static final Set<String> KNOWN = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final int LONGEST = 500;
    private static final Pattern PLAIN = Pattern.compile("/[A-Za-z0-9._~!$&'()*+,=:@/-]*");
    private static final Pattern DOTS = Pattern.compile("/\\.{1,2}(/|$)");

    /// Whether a word lists methods, as in `GET` or `GET,HEAD`, and is no destination.
    static boolean methods(String word) {
        return Arrays.stream(word.split(",", -1)).allMatch(KNOWN::contains);
    }

    /// The requests of a rule; null if it is about whole connections.
    ///
    /// @throws PolicyException `policy.rule-invalid` naming the part
    static @Nullable RequestPattern of(RuleMatch match) throws PolicyException {
        String methods = match.methods();
        String path = match.path();
        if (!match.ofRequests()) {
            return null;
        }
        if (methods != null && !methods(methods)) {
            throw PolicyException.rule(
                    "methods",
                    methods,
                    "GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, or several with commas between");
        }
        if (path != null && (path.length() > LONGEST || !PLAIN.matcher(path).matches() || dots(path))) {
            throw PolicyException.rule(
                    "path", path, "a path such as /acme/*, decoded, without a query, \"//\", \"/./\" and \"/../\"");
        }
        if (match.name() == null) {
            throw PolicyException.rule(
                    "destination", RuleTarget.word(match), "a host name in front of a path or method");
        }
        String protocol = match.protocol();
        if (protocol != null && !protocol.equals("tcp")) {
            throw PolicyException.rule("protocol", protocol, "none, or tcp, in a rule with a method or a path");
        }
        Set<String> set =
                methods == null ? Set.of() : Arrays.stream(methods.split(",")).collect(Collectors.toSet());
        return path == null
                ? new RequestPattern(Set.copyOf(set), null, null)
                : new RequestPattern(Set.copyOf(set), compiled(path, 0), compiled(path, Pattern.CASE_INSENSITIVE));
    }

    private static boolean dots(String path) {
        return path.contains("//") || DOTS.matcher(path).find();
    }

    private static Pattern compiled(String path, int flags) {
        boolean open = path.endsWith("*");
        String closed = open ? path.substring(0, path.length() - 1) : path;
        String inner =
                Arrays.stream(closed.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining("[^/]*"));
        return Pattern.compile(open ? inner + ".*" : inner, Pattern.DOTALL | flags);
    }

    /// Whether a request with this method and this reading of its path is allowed by the pattern: exactly as written.
    boolean allows(String method, String reading) {
        return (methods.isEmpty() || methods.contains(method))
                && (path == null || path.matcher(reading).matches());
    }

    /// Whether the request is denied by the pattern: upper and lower case are the same, as they are for some servers.
    boolean denies(String method, String reading) {
        boolean named = methods.isEmpty() || methods.contains(method.toUpperCase(Locale.ROOT));
        return named && (folded == null || folded.matcher(reading).matches());
    }
}
