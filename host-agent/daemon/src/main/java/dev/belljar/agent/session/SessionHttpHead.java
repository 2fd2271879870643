package dev.belljar.agent.session;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The head of an HTTP/1.1 response: its status and headers, with names in lower case.
record SessionHttpHead(int status, Map<String, List<String>> headers) {
    private static final int LONGEST = 16 << 10;
    private static final int MOST_HEADERS = 64;

    /// Reads a head, up to and including the empty line.
    ///
    /// @throws SessionException when it is not a response head, or longer than 16 KiB
    static SessionHttpHead read(InputStream in) throws SessionException, IOException {
        List<String> lines = lines(in);
        String[] first = lines.isEmpty() ? new String[0] : lines.getFirst().split(" ", 3);
        if (first.length < 2 || !first[0].startsWith("HTTP/1.") || !first[1].matches("[1-5][0-9]{2}")) {
            throw SessionException.broken("the response has no valid HTTP/1 status line");
        }
        Map<String, List<String>> headers = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon <= 0 || headers.size() >= MOST_HEADERS) {
                throw SessionException.broken("the response has a malformed header field or too many header fields");
            }
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return new SessionHttpHead(Integer.parseInt(first[1]), headers);
    }

    /// The first header of this name, or an empty string.
    String header(String name) {
        return headers.getOrDefault(name, List.of("")).getFirst();
    }

    private static List<String> lines(InputStream in) throws SessionException, IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int newlines = 0;
        while (newlines < 2) {
            int value = in.read();
            if (value < 0 || head.size() >= LONGEST) {
                throw SessionException.broken(
                        value < 0 ? "the response is incomplete" : "the response header is too long");
            }
            head.write(value);
            newlines = value == '\n' ? newlines + 1 : value == '\r' ? newlines : 0;
        }
        return head.toString(StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
    }
}
