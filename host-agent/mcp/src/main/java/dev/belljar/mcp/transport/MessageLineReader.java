package dev.belljar.mcp.transport;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads lines of UTF-8 of limited length.
final class MessageLineReader {
    private final InputStream in;
    private final int longest;

    /// A reader of lines of at most `longest` bytes.
    MessageLineReader(InputStream in, int longest) {
        this.in = new BufferedInputStream(in);
        this.longest = longest;
    }

    /// The next line without its end; in place of a line that is too long, words that are no message. Null at the end
    /// of the input.
    @Nullable
    String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int read = in.read();
        if (read < 0) {
            return null;
        }
        for (int c = read; c >= 0 && c != '\n'; c = in.read()) {
            if (line.size() <= longest) {
                line.write(c);
            }
        }
        return line.size() > longest ? "too long" : line.toString(StandardCharsets.UTF_8);
    }
}
