package dev.belljar.contract.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The head of an HTTP/1 message: its first line and its header fields, with each byte as one character.
///
/// All heads are read here, strictly and within limits, because a message that two programs read differently can
/// hide another one.
public record HttpHead(String line, HeaderFields fields) {
    /// The length of the head at the front of the bytes, with its empty line; 0 while it is not complete.
    ///
    /// @throws HttpFault when it is too long or ambiguous
    public static int length(ByteBuffer bytes, HeadLimits limits) throws HttpFault {
        HeadScanner scanner = new HeadScanner(limits);
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            if (scanner.next(bytes.get(i))) {
                return i + 1 - bytes.position();
            }
        }
        if (bytes.remaining() >= limits.bytes()) {
            throw new HttpFault(431, "the header is longer than %,d bytes".formatted(limits.bytes()));
        }
        return 0;
    }

    /// Reads the next head of a stream; null if the stream ends before the head does.
    ///
    /// @throws HttpFault when it is too long or ambiguous
    public static @Nullable HttpHead read(InputStream in, HeadLimits limits) throws HttpFault, IOException {
        HeadScanner scanner = new HeadScanner(limits);
        ByteArrayOutputStream head = new ByteArrayOutputStream(1_024);
        for (int value = in.read(); value >= 0; value = in.read()) {
            head.write(value);
            if (scanner.next(value)) {
                return parse(head.toByteArray(), limits);
            }
        }
        return null;
    }

    /// Reads a complete head, whose length is known.
    ///
    /// @throws HttpFault when it can be read in more than one way
    public static HttpHead parse(byte[] head, HeadLimits limits) throws HttpFault {
        List<String> lines =
                new String(head, StandardCharsets.ISO_8859_1).lines().toList();
        if (!HeaderFields.clean(lines.getFirst())) {
            throw HttpFault.bad("the first line contains control characters");
        }
        return new HttpHead(lines.getFirst(), HeaderFields.parse(lines.subList(1, lines.size() - 1), limits.fields()));
    }

    /// The head's bytes on the wire.
    public byte[] bytes() {
        StringBuilder text = new StringBuilder(line).append("\r\n");
        fields.write(text);
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
