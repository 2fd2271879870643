package dev.belljar.agent.inspect.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The first bytes of a body, to be recorded.
public final class BodySample {
    static final int MOST = 4 * 1024;
    private static final int LONGEST_CHARACTER = 3;

    private final int most;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream(0);

    /// Keeps at most `most` bytes.
    public BodySample(int most) {
        this.most = most;
    }

    public void add(byte[] piece) {
        int count = Math.min(piece.length, most - kept.size());
        if (count > 0) {
            kept.write(piece, 0, count);
        }
    }

    /// The sample as text; null if it is empty or not text.
    @Nullable
    public String text() {
        byte[] bytes = kept.toByteArray();
        // The last character may be incomplete.
        int cut = bytes.length == most ? LONGEST_CHARACTER : 0;
        for (int less = 0; less <= cut && less < bytes.length; less++) {
            try {
                String text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes, 0, bytes.length - less))
                        .toString();
                return text.indexOf('\0') >= 0 ? null : text;
            } catch (CharacterCodingException e) {
                // Tried again with one byte less.
            }
        }
        return null;
    }
}
