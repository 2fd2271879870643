package dev.belljar.agent.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Lines for one journal file, collected to be written together.
final class LineBatch {
    private byte[] bytes = new byte[1 << 14];
    private long[] seqs = new long[64];
    private int[] starts = new int[64];
    private int length;
    private int count;

    /// Adds a line, given without its line feed, that has this number.
    void add(String line, long seq) {
        byte[] utf8 = line.getBytes(StandardCharsets.UTF_8);
        if (length + utf8.length + 1 > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + utf8.length + 1));
        }
        if (count == seqs.length) {
            seqs = Arrays.copyOf(seqs, count * 2);
            starts = Arrays.copyOf(starts, count * 2);
        }
        seqs[count] = seq;
        starts[count++] = length;
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
        bytes[length++] = '\n';
    }

    void clear() {
        length = 0;
        count = 0;
    }

    int count() {
        return count;
    }

    long seq(int line) {
        return seqs[line];
    }

    int start(int line) {
        return starts[line];
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }
}
