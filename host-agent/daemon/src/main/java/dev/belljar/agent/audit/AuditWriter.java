package dev.belljar.agent.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.SyncFailedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

/// The newest file of an audit, open for writing; one that is full is followed by another.
///
/// Guarded by the audit's lock, but for `sync`, which others need not wait for.
final class AuditWriter {
    /// As long as a usual line.
    private static final byte[] BLANKS = " ".repeat(1_000).getBytes(StandardCharsets.UTF_8);

    private final AuditFiles files;
    private final long full;
    private int number;
    /// Not a channel: those are closed when a thread that writes is interrupted, as threads of a
    /// closing machine are.
    private volatile RandomAccessFile out;

    /// Writes to the file of this number, which is made if it is not there; it is full at so many bytes.
    AuditWriter(AuditFiles files, int number, long full) throws IOException {
        this.files = files;
        this.number = number;
        this.full = full;
        this.out = open(number);
    }

    /// Takes a torn end of so many bytes away; whether it was of a line, and not what a probe left.
    boolean cut(long bytes) throws IOException {
        long whole = out.length() - bytes;
        byte[] torn = new byte[(int) Math.min(bytes, BLANKS.length + 1)];
        out.seek(whole);
        out.readFully(torn);
        out.setLength(whole);
        return !Arrays.equals(torn, Arrays.copyOf(BLANKS, torn.length));
    }

    /// Adds a line whole or not at all; when this returns it is on disk if that is `now`.
    void append(byte[] line, boolean now) throws IOException {
        rollOver(line.length);
        long before = out.length();
        byte[] whole = Arrays.copyOf(line, line.length + 1);
        whole[line.length] = '\n';
        try {
            out.seek(before);
            out.write(whole);
            if (now) {
                out.getFD().sync();
            }
        } catch (IOException e) {
            out.setLength(before);
            throw e;
        }
    }

    /// Sees whether there is room for a line, without one: blanks are written, and taken away again. A process that is
    /// killed between the two leaves them behind the last line.
    void probe() throws IOException {
        rollOver(BLANKS.length);
        long before = out.length();
        try {
            out.seek(before);
            out.write(BLANKS);
        } finally {
            out.setLength(before);
        }
    }

    /// Brings what was written before this call to disk.
    void sync() throws IOException {
        RandomAccessFile file = out;
        try {
            file.getFD().sync();
        } catch (SyncFailedException e) {
            if (file.equals(out)) {
                throw e;
            }
            // It was closed because it was full, and was on disk before that.
        }
    }

    void close() throws IOException {
        out.close();
    }

    private void rollOver(int bytes) throws IOException {
        if (out.length() + bytes >= full && out.length() > 0) {
            RandomAccessFile next = open(number + 1); // first, so that one that cannot be made is tried again
            out.getFD().sync();
            RandomAccessFile before = out;
            number++;
            out = next;
            before.close();
        }
    }

    private RandomAccessFile open(int which) throws IOException {
        Path file = files.file(which);
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return new RandomAccessFile(file.toFile(), "rw");
    }
}
