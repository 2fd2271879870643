package dev.belljar.client.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes regular files as a tar archive.
public final class TarWriter {
    private static final int BLOCK = 512;
    private static final int NAME_LENGTH = 100;
    private static final long LARGEST_OCTAL = (1L << 33) - 1;

    private final OutputStream out;

    public TarWriter(OutputStream out) {
        this.out = out;
    }

    /// Writes a file of this size; `modified` is in seconds. If the content is shorter, zero bytes follow it.
    ///
    /// @return whether the content had exactly this size
    public boolean file(String path, long size, long modified, boolean executable, InputStream content)
            throws IOException {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        if (name.length > NAME_LENGTH) {
            out.write(header("././@LongLink".getBytes(StandardCharsets.US_ASCII), 'L', name.length + 1L, 0, "0000644"));
            padded(Arrays.copyOf(name, name.length + 1));
        }
        byte[] first = Arrays.copyOf(name, Math.min(name.length, NAME_LENGTH));
        out.write(header(first, '0', size, modified, executable ? "0000755" : "0000644"));
        return content(size, content);
    }

    /// Writes the end marker.
    public void finish() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.flush();
    }

    private boolean content(long size, InputStream content) throws IOException {
        byte[] chunk = new byte[1 << 16];
        long left = size;
        while (left > 0) {
            int read = content.read(chunk, 0, (int) Math.min(chunk.length, left));
            if (read < 0) {
                break;
            }
            out.write(chunk, 0, read);
            left -= read;
        }
        boolean exact = left == 0 && content.read() < 0;
        long missing = left + (-size & (BLOCK - 1));
        byte[] zeros = new byte[BLOCK];
        for (; missing > 0; missing -= Math.min(missing, BLOCK)) {
            out.write(zeros, 0, (int) Math.min(missing, BLOCK));
        }
        return exact;
    }

    private void padded(byte[] bytes) throws IOException {
        out.write(bytes);
        out.write(new byte[-bytes.length & (BLOCK - 1)]);
    }

    private static byte[] header(byte[] name, char type, long size, long modified, String mode) {
        byte[] block = new byte[BLOCK];
        System.arraycopy(name, 0, block, 0, name.length);
        text(block, 100, mode);
        text(block, 108, "0000000");
        text(block, 116, "0000000");
        size(block, size);
        text(block, 136, "%011o".formatted(Math.clamp(modified, 0, LARGEST_OCTAL)));
        block[156] = (byte) type;
        text(block, 257, "ustar  ");
        Arrays.fill(block, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte each : block) {
            sum += each & 0xFF;
        }
        text(block, 148, "%06o".formatted(sum));
        block[154] = 0;
        return block;
    }

    private static void size(byte[] block, long size) {
        if (size <= LARGEST_OCTAL) {
            text(block, 124, "%011o".formatted(size));
            return;
        }
        block[124] = (byte) 0x80;
        for (int i = 0; i < Long.BYTES; i++) {
            block[135 - i] = (byte) (size >>> (8 * i));
        }
    }

    private static void text(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }
}
