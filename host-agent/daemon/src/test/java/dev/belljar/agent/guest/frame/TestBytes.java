package dev.belljar.agent.guest.frame;

import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.HexFormat;

/// Bytes for tests: written as hex, or read in parts of a given size.
public final class TestBytes {
    private TestBytes() {}

    /// The bytes of these hex digits; blanks part them.
    public static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
    }

    /// A channel that gives at most `part` bytes at a time.
    public static ReadableByteChannel inParts(byte[] bytes, int part) {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        return new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer into) {
                if (!source.hasRemaining()) {
                    return -1;
                }
                int count = Math.min(part, Math.min(source.remaining(), into.remaining()));
                into.put(source.slice(source.position(), count));
                source.position(source.position() + count);
                return count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
    }

    /// Joins these arrays.
    public static byte[] join(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }
}
