package dev.belljar.agent.inspect.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The head of an HTTP/1 message: its first line and its header fields, read so strictly that no two programs
/// can read it differently.
public record HttpHead(String line, HeaderFields fields) {
    /// The most bytes of a head.
    public static final int LONGEST = 32 * 1024;

    /// Takes a head off the front of the bytes; null while it is not complete.
    ///
    /// @throws HttpFault when it is too long or ambiguous
    public static @Nullable HttpHead take(ByteSpool from) throws HttpFault {
        int end = end(from);
        if (end < 0) {
            if (from.size() >= LONGEST) {
                throw new HttpFault(431, "the header is longer than %,d bytes".formatted(LONGEST));
            }
            return null;
        }
        String text = new String(from.copy(0, end), StandardCharsets.ISO_8859_1);
        from.drop(end);
        return parse(text);
    }

    /// The offset after the empty line, or -1.
    private static int end(ByteSpool from) throws HttpFault {
        int most = Math.min(from.size(), LONGEST);
        for (int i = 0; i < most; i++) {
            byte c = from.at(i);
            if (c == 0) {
                throw HttpFault.bad("the header contains a NUL byte");
            }
            if (c == '\n' && (i == 0 || from.at(i - 1) != '\r')) {
                throw HttpFault.bad("a header line does not end with CR LF");
            }
            if (c == '\n' && i >= 3 && from.at(i - 2) == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private static HttpHead parse(String text) throws HttpFault {
        List<String> lines = new ArrayList<>(List.of(text.split("\r\n", -1)));
        lines.removeLast();
        lines.removeLast();
        if (lines.isEmpty() || lines.stream().anyMatch(line -> line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0)) {
            throw HttpFault.bad("the header begins with an empty line or contains a bare CR");
        }
        String first = lines.removeFirst();
        if (!HeaderFields.clean(first)) {
            throw HttpFault.bad("the first line contains control characters");
        }
        return new HttpHead(first, HeaderFields.parse(lines));
    }

    /// The head's bytes on the wire.
    public byte[] bytes() {
        StringBuilder text = new StringBuilder(line).append("\r\n");
        fields.write(text);
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
