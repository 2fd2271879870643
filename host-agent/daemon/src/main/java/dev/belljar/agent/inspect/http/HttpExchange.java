package dev.belljar.agent.inspect.http;

import dev.belljar.contract.http.HeaderFields;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One request and its response, as far as they came, as the guest saw them.
public final class HttpExchange {
    private static final int MOST_LINES = 32;
    private static final int LONGEST_LINE = 256;
    private static final int LONGEST_PATH = 1_024;
    private static final Pattern PROOF = Pattern.compile(".*(?:authori[sz]ation|cookie|token|secret|key|password).*");

    final long begun = System.nanoTime();
    public final Set<String> secrets = new LinkedHashSet<>();
    public final BodySample sentSample = new BodySample(BodySample.MOST);
    public final BodySample gotSample = new BodySample(BodySample.MOST);

    @Nullable
    public String method;

    @Nullable
    public String path;

    @Nullable
    public String problem;

    public int status;
    public long up;
    public long down;
    public List<String> sent = List.of();
    public List<String> got = List.of();

    public void asked(RequestHead request) {
        method = request.method();
        path = shortened(request.target(), LONGEST_PATH);
        sent = lines(request.fields());
    }

    public void answered(ResponseHead response) {
        status = response.status();
        got = lines(response.fields());
    }

    public long millis() {
        return (System.nanoTime() - begun) / 1_000_000;
    }

    /// The header lines; only the name of a field with credentials.
    private static List<String> lines(HeaderFields fields) {
        return fields.list().stream().limit(MOST_LINES).map(HttpExchange::line).toList();
    }

    private static String line(HeaderFields.Field field) {
        boolean proof = PROOF.matcher(field.name().toLowerCase(Locale.ROOT)).matches();
        return shortened(field.name() + ": " + (proof ? "(not recorded)" : field.value()), LONGEST_LINE);
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
