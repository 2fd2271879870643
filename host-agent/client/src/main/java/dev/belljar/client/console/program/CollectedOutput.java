package dev.belljar.client.console.program;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// The first MiB of a command's output, kept until the command has ended. The command is never blocked: further
/// output is read and dropped.
public final class CollectedOutput extends OutputStream {
    public static final int MOST = 1 << 20;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean cut;

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
        int room = Math.min(count, MOST - kept.size());
        kept.write(bytes, from, room);
        cut |= room < count;
    }

    /// True if there was more output than is kept.
    public synchronized boolean cut() {
        return cut;
    }

    /// The kept output as text, or null if it is not UTF-8. A character that was cut in the middle is removed
    /// completely.
    public synchronized @Nullable String text() {
        ByteBuffer bytes = ByteBuffer.wrap(kept.toByteArray());
        CharBuffer text = CharBuffer.allocate(bytes.remaining());
        boolean strange =
                StandardCharsets.UTF_8.newDecoder().decode(bytes, text, !cut).isError();
        return strange ? null : text.flip().toString();
    }

    public synchronized String base64() {
        return Base64.getEncoder().encodeToString(kept.toByteArray());
    }
}
