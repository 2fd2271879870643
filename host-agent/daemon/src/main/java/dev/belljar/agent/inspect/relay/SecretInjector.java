package dev.belljar.agent.inspect.relay;

import dev.belljar.agent.inspect.http.RequestHead;
import dev.belljar.agent.inspect.http.StreamReplacer;
import dev.belljar.contract.http.HeaderFields;
import dev.belljar.contract.http.HttpFault;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Replaces the placeholders of one connection by the secrets on the way out, and the secrets by placeholders
/// on the way in. The name for which the connection was verified decided which secrets may be used.
///
/// Values shorter than `SHORTEST_HIDDEN` are not searched for on the way in: they would be found everywhere.
public final class SecretInjector {
    static final int SHORTEST_HIDDEN = 8;
    private static final int LONGEST_HEAD = 128 * 1024;
    private static final int MOST_CREDENTIALS = 16;
    private static final Pattern BASIC = Pattern.compile("(?i:basic) +([A-Za-z0-9+/]+={0,2})");
    /// Request fields that could make a value come back encoded, or in parts, so that it could not be
    /// recognised.
    private static final Set<String> FORMS = Set.of("accept-encoding", "range", "if-range", "te");

    private final String host;
    private final List<KnownSecret> known;
    private final List<KnownSecret> here;
    private final Map<String, String> hidden = new LinkedHashMap<>();
    private int credentials;

    public SecretInjector(String host, List<KnownSecret> known) {
        this.host = host;
        this.known = List.copyOf(known);
        this.here = known.stream().filter(secret -> secret.value() != null).toList();
        here.forEach(secret -> {
            String now = now(secret);
            if (now != null) {
                hide(secret, now);
            }
        });
    }

    private static @Nullable String now(KnownSecret secret) {
        SecretValue value = secret.value();
        return value == null ? null : value.now();
    }

    private void hide(KnownSecret secret, String value) {
        if (value.length() < SHORTEST_HIDDEN) {
            return;
        }
        hidden.put(value, secret.placeholder());
        hidden.put(percent(value), secret.placeholder());
        hidden.put(json(value), secret.placeholder());
        hidden.put(base64(value), base64(secret.placeholder()));
    }

    private static String json(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String base64(String bytes) {
        return Base64.getEncoder().encodeToString(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String percent(String bytes) {
        return URLEncoder.encode(bytes, StandardCharsets.ISO_8859_1).replace("+", "%20");
    }

    /// Whether any secret may be inserted on this connection.
    boolean any() {
        return !here.isEmpty();
    }

    /// Whether responses are to be searched for values.
    boolean hides() {
        return !hidden.isEmpty();
    }

    /// Whether request bodies are to be searched for placeholders.
    boolean reachesBodies() {
        return here.stream().anyMatch(KnownSecret::anywhere);
    }

    /// Renews the secrets of this connection that are due, one after the other, and then runs `then` on any
    /// thread; false if none is.
    boolean renew(Runnable then) {
        SecretValue due = here.stream()
                .map(KnownSecret::value)
                .filter(value -> value != null && value.due())
                .findFirst()
                .orElse(null);
        if (due == null) {
            return false;
        }
        due.renew(then);
        return true;
    }

    /// The response to a request for new tokens, which is not forwarded; null for any other request.
    byte @Nullable [] answer(RequestHead request) {
        return RenewalAnswer.to(request, known);
    }

    /// The request with its secrets inserted; their names are added to `used`.
    ///
    /// @throws HttpFault when it has the placeholder of a secret that may not be used here
    RequestHead fill(RequestHead request, Set<String> used) throws HttpFault {
        if (known.isEmpty()) {
            return request;
        }
        List<HeaderFields.Field> filled = new ArrayList<>();
        for (HeaderFields.Field field : request.fields().list()) {
            filled.add(new HeaderFields.Field(field.name(), field(field.value(), used)));
        }
        HeaderFields fields = new HeaderFields(filled);
        if (any()) {
            fields = fields.without(FORMS).with("Accept-Encoding", "identity");
        }
        RequestHead whole = request.with(target(request.target(), used), fields, request.framing());
        if (whole.head().bytes().length > LONGEST_HEAD) {
            throw new HttpFault(
                    431, "the header with the secrets inserted is longer than %,d bytes".formatted(LONGEST_HEAD));
        }
        return whole;
    }

    private String target(String target, Set<String> used) throws HttpFault {
        String filled = target;
        for (KnownSecret secret : known) {
            if (filled.contains(secret.placeholder())) {
                String value = value(secret);
                if (!secret.anywhere()) {
                    throw new HttpFault(
                            403,
                            "the URL contains the placeholder of secret %s, which may be used in header fields only"
                                    .formatted(secret.name()));
                }
                filled = grown(filled, secret.placeholder(), percent(value));
                used.add(secret.name());
            }
        }
        return filled;
    }

    private String field(String value, Set<String> used) throws HttpFault {
        Matcher basic = BASIC.matcher(value);
        String open = basic.matches() ? decoded(basic.group(1)) : null;
        if (open == null) {
            return replaced(value, used);
        }
        String filled = replaced(open, used);
        if (filled.equals(open)) {
            return value;
        }
        String real = base64(filled);
        // Credentials that could not be hidden when they come back are not sent.
        if (hidden.put(real, basic.group(1)) == null && ++credentials > MOST_CREDENTIALS) {
            throw new HttpFault(
                    431, "more than %d different credentials were used on this connection".formatted(MOST_CREDENTIALS));
        }
        return "Basic " + real;
    }

    private static @Nullable String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private String replaced(String text, Set<String> used) throws HttpFault {
        String filled = text;
        for (KnownSecret secret : known) {
            if (filled.contains(secret.placeholder())) {
                String value = value(secret);
                if (!HeaderFields.clean(value)) {
                    throw new HttpFault(
                            403,
                            "the value of secret %s contains line breaks or other characters that are not allowed in headers"
                                    .formatted(secret.name()));
                }
                filled = grown(filled, secret.placeholder(), value);
                used.add(secret.name());
            }
        }
        return filled;
    }

    /// The text with the value inserted, unless it grows too long: a placeholder is short and may be repeated.
    private static String grown(String text, String placeholder, String value) throws HttpFault {
        int count = (text.length() - text.replace(placeholder, "").length()) / placeholder.length();
        if (text.length() + (long) count * value.length() > LONGEST_HEAD) {
            throw new HttpFault(
                    431, "the header with the secrets inserted is longer than %,d bytes".formatted(LONGEST_HEAD));
        }
        return text.replace(placeholder, value);
    }

    private String value(KnownSecret secret) throws HttpFault {
        if (secret.value() == null) {
            throw new HttpFault(
                    403,
                    "the request contains the placeholder of secret %s, which is not bound to %s"
                            .formatted(secret.name(), host));
        }
        String value = now(secret);
        if (value == null) {
            throw new HttpFault(
                    403,
                    "the request contains the placeholder of secret %s, which has no value now: it was removed, or could not be renewed"
                            .formatted(secret.name()));
        }
        hide(secret, value);
        return value;
    }

    /// Replaces placeholders in a request body by those secrets that may be inserted there.
    StreamReplacer outward() {
        List<StreamReplacer.Swap> swaps = new ArrayList<>();
        for (KnownSecret secret : here) {
            String value = now(secret);
            if (secret.anywhere() && value != null) {
                hide(secret, value);
                swaps.add(swap(secret.placeholder(), value, secret.name()));
            }
        }
        return new StreamReplacer(swaps);
    }

    /// The names of the secrets whose placeholders are in these bytes and may be replaced.
    Set<String> within(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        Set<String> names = new LinkedHashSet<>();
        here.stream()
                .filter(secret -> secret.anywhere() && text.contains(secret.placeholder()))
                .forEach(secret -> names.add(secret.name()));
        return names;
    }

    /// Replaces values in a response body by placeholders.
    StreamReplacer inward() {
        return new StreamReplacer(hidden.entrySet().stream()
                .map(entry -> swap(entry.getKey(), entry.getValue(), ""))
                .toList());
    }

    private static StreamReplacer.Swap swap(String find, String put, String name) {
        return new StreamReplacer.Swap(
                find.getBytes(StandardCharsets.ISO_8859_1), put.getBytes(StandardCharsets.ISO_8859_1), name);
    }

    /// The fields of a response with placeholders in place of values.
    HeaderFields hidden(HeaderFields fields) {
        return new HeaderFields(fields.list().stream()
                .map(field -> new HeaderFields.Field(field.name(), hidden(field.value())))
                .toList());
    }

    /// A text with placeholders in place of values; longer values are replaced first.
    String hidden(String text) {
        if (hidden.isEmpty()) {
            return text;
        }
        StreamReplacer inward = inward();
        byte[] bytes = inward.next(text.getBytes(StandardCharsets.ISO_8859_1));
        return new String(bytes, StandardCharsets.ISO_8859_1) + new String(inward.end(), StandardCharsets.ISO_8859_1);
    }
}
