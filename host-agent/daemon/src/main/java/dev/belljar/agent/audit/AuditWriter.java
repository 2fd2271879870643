package dev.belljar.agent.audit;

import dev.belljar.contract.audit.AuditFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.SyncFailedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

/// Writes the newest file of an audit, and begins the next one when it is full.
///
/// Guarded by the audit's lock, except `sync`, for which other threads need not wait.
final class AuditWriter {
    /// Blanks as long as a usual line.
    private static final byte[] BLANKS = " ".repeat(1_000).getBytes(StandardCharsets.UTF_8);

    private final AuditFiles files;
    private final long full;
    private int number;
    /// Not a `FileChannel`: that is closed when a thread that writes is interrupted, as the threads of a machine
    /// are when it ends.
    private volatile RandomAccessFile out;

    /// Opens the file with this number, which is created if it does not exist; it is full at `full` bytes.
    AuditWriter(AuditFiles files, int number, long full) throws IOException {
        this.files = files;
        this.number = number;
        this.full = full;
        this.out = open(number);
    }

    /// Cuts `bytes` off the end of the file; returns whether they were part of a line, not only the blanks of a
    /// probe.
    boolean cut(long bytes) throws IOException {
        long whole = out.length() - bytes;
        byte[] torn = new byte[(int) Math.min(bytes, BLANKS.length + 1)];
        out.seek(whole);
        out.readFully(torn);
        out.setLength(whole);
        return !Arrays.equals(torn, Arrays.copyOf(BLANKS, torn.length));
    }

    /// Adds a line completely or not at all; if `now`, the line is on disk when this returns.
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

    /// Tests whether there is space for a line: writes blanks and removes them again. A process that is killed
    /// between the two leaves the blanks after the last line.
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

    /// Forces everything that was written before this call to disk.
    void sync() throws IOException {
        RandomAccessFile file = out;
        try {
            file.getFD().sync();
        } catch (SyncFailedException e) {
            if (file.equals(out)) {
                throw e;
            }
            // The file was closed because it was full, and was forced to disk before that.
        }
    }

    void close() throws IOException {
        out.close();
    }

    private void rollOver(int bytes) throws IOException {
        if (out.length() + bytes >= full && out.length() > 0) {
            RandomAccessFile next = open(number + 1); // first: if it cannot be created, the next line tries again
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
