package dev.belljar.agent.session;

import dev.belljar.agent.http.HeadLimits;
import dev.belljar.agent.http.HeaderFields;
import dev.belljar.agent.http.HttpFault;
import dev.belljar.agent.http.HttpHead;
import dev.belljar.agent.http.StatusLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// A complete HTTP/1.1 response of at most 256 KiB.
record HttpAnswer(int status, HeaderFields fields, String body) {
    private static final int LONGEST = 256 << 10;
    private static final int LONGEST_LINE = 64;

    /// Reads the response to a request with `Connection: close`.
    ///
    /// @throws SessionException when it is not an HTTP response, or too long
    static HttpAnswer read(InputStream in) throws SessionException, IOException {
        HttpAnswer head = head(in);
        byte[] body = head.fields.first("transfer-encoding").equalsIgnoreCase("chunked")
                ? chunks(in)
                : plain(in, head.fields.first("content-length"));
        return new HttpAnswer(head.status, head.fields, new String(body, StandardCharsets.UTF_8));
    }

    /// Reads the head of a response, without its body.
    ///
    /// @throws SessionException when it is not an HTTP response, or too long
    static HttpAnswer head(InputStream in) throws SessionException, IOException {
        try {
            HttpHead head = HttpHead.read(in, HeadLimits.USUAL);
            if (head == null) {
                throw SessionException.broken("the response is incomplete");
            }
            return new HttpAnswer(StatusLine.of(head).status(), head.fields(), "");
        } catch (HttpFault e) {
            throw SessionException.broken("the response is not valid HTTP: " + e.words());
        }
    }

    private static byte[] plain(InputStream in, String length) throws SessionException, IOException {
        if (!length.isEmpty() && !length.matches("[0-9]{1,9}")) {
            throw SessionException.broken("the response's length is not a number");
        }
        int expected = length.isEmpty() ? LONGEST + 1 : Integer.parseInt(length);
        return exactly(in, expected, !length.isEmpty());
    }

    private static byte[] exactly(InputStream in, int expected, boolean all) throws SessionException, IOException {
        byte[] bytes = in.readNBytes(Math.min(expected, LONGEST + 1));
        if (bytes.length > LONGEST) {
            throw SessionException.broken("the response is longer than " + LONGEST + " bytes");
        }
        if (all && bytes.length < expected) {
            throw SessionException.broken("the response is incomplete");
        }
        return bytes;
    }

    private static byte[] chunks(InputStream in) throws SessionException, IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = size(in); size > 0; size = size(in)) {
            if (body.size() + size > LONGEST) {
                throw SessionException.broken("the response is longer than " + LONGEST + " bytes");
            }
            body.writeBytes(exactly(in, size, true));
            line(in);
        }
        return body.toByteArray();
    }

    private static int size(InputStream in) throws SessionException, IOException {
        String line = line(in).strip();
        if (!line.matches("[0-9A-Fa-f]{1,6}")) {
            throw SessionException.broken("a chunk of the response has an invalid length");
        }
        return Integer.parseInt(line, 16);
    }

    private static String line(InputStream in) throws SessionException, IOException {
        StringBuilder line = new StringBuilder();
        for (int value = in.read(); value >= 0 && value != '\n'; value = in.read()) {
            if (line.length() >= LONGEST_LINE) {
                throw SessionException.broken("a line in the chunked response is too long");
            }
            line.append((char) value);
        }
        return line.toString();
    }
}
