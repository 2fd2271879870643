package dev.belljar.client.transfer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Builds tar archives, also those that no program would write.
final class RawTar {
    private static final int BLOCK = 512;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /// Adds an entry of this type with this content and a header with the content's size.
    RawTar entry(String name, char type, byte[] content) {
        return header(name, type, "%011o".formatted(content.length)).raw(content);
    }

    RawTar file(String name, String content) {
        return entry(name, '0', content.getBytes(StandardCharsets.UTF_8));
    }

    /// Adds a long name for the next entry.
    RawTar longName(String name) {
        return entry("././@LongLink", 'L', (name + "\0").getBytes(StandardCharsets.UTF_8));
    }

    /// Adds a header with this text as the size.
    RawTar header(String name, char type, String size) {
        byte[] block = new byte[BLOCK];
        put(block, 0, name, 100);
        put(block, 100, "0004755", 8);
        put(block, 124, size, 12);
        put(block, 136, "00000000000", 12);
        block[156] = (byte) type;
        put(block, 157, "/etc/passwd", 100);
        put(block, 257, "ustar  ", 8);
        Arrays.fill(block, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte each : block) {
            sum += each & 0xFF;
        }
        put(block, 148, "%06o\0 ".formatted(sum), 8);
        out.writeBytes(block);
        return this;
    }

    /// Adds bytes, filled up to whole blocks.
    RawTar raw(byte[] bytes) {
        out.writeBytes(bytes);
        out.writeBytes(new byte[-bytes.length & (BLOCK - 1)]);
        return this;
    }

    /// The archive with its end marker.
    byte[] end() {
        out.writeBytes(new byte[2 * BLOCK]);
        return cut();
    }

    /// The archive without an end marker.
    byte[] cut() {
        return out.toByteArray();
    }

    private static void put(byte[] block, int at, String text, int most) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, block, at, Math.min(bytes.length, most));
    }
}
