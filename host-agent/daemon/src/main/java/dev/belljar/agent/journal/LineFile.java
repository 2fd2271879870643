package dev.belljar.agent.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// One JSONL file of a journal, open for appending, with an offset for every thousandth line.
///
/// Appending is guarded by the journal's lock; `sync` and `offsetBefore` may be called from anywhere.
final class LineFile implements Closeable {
    private static final int STRIDE = 1_000;

    private final Path path;
    private final RandomAccessFile file;
    private final AtomicBoolean dirty = new AtomicBoolean();
    private long[] seqs = new long[16];
    private long[] offsets = new long[16];
    private int marks;
    private long lines;
    private long length;
    private boolean torn;

    /// Opens or creates the file; `scan` must follow before anything else.
    LineFile(Path path) throws IOException {
        this.path = path;
        if (!Files.exists(path)) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    /// Told about each line found by `scan`.
    interface Found {
        void line(long seq, @Nullable GuestStamp stamp);
    }

    /// Reads the whole file once, cuts a torn last line, and returns how many lines in it are damaged.
    int scan(Found found) throws IOException {
        long end = file.length();
        int damaged = 0;
        long last = 0;
        GuestStamp stamp = null;
        try (LineReader reader = new LineReader(path, 0)) {
            for (long at = 0; reader.next(end); at = reader.offset()) {
                LineHead head = reader.oversized() ? null : LineHead.of(reader.octets(), reader.from(), reader.to());
                if (head == null || head.seq() <= last) {
                    damaged++;
                    continue;
                }
                last = head.seq();
                mark(last, at);
                GuestStamp here = GuestStamp.of(reader.octets(), reader.from(), reader.to(), stamp);
                stamp = here == null ? stamp : here;
                found.line(last, here);
            }
            length = reader.offset();
        }
        if (length < end) {
            file.setLength(length);
            dirty.set(true);
        }
        return damaged;
    }

    /// Appends whole lines; all of them or, after an error, none.
    void append(Lines batch) throws IOException {
        if (torn) {
            file.setLength(length);
            torn = false;
        }
        dirty.set(true);
        try {
            file.seek(length);
            file.write(batch.octets(), 0, batch.length());
        } catch (IOException e) {
            cutBack(e);
            throw e;
        }
        for (int i = 0; i < batch.count(); i++) {
            mark(batch.seq(i), length + batch.start(i));
        }
        length += batch.length();
    }

    /// The octets of all whole lines.
    long length() {
        return length;
    }

    /// Where it is.
    Path path() {
        return path;
    }

    /// An offset from which every line above this number is found by reading on.
    synchronized long offsetBefore(long seq) {
        int at = Arrays.binarySearch(seqs, 0, marks, seq);
        int mark = at >= 0 ? at : -at - 2;
        return mark < 0 ? 0 : offsets[mark];
    }

    /// Forces what was written to the disk, if there is anything new.
    void sync() throws IOException {
        if (dirty.getAndSet(false)) {
            try {
                file.getFD().sync();
            } catch (IOException e) {
                dirty.set(true);
                throw e;
            }
        }
    }

    private void cutBack(IOException because) {
        try {
            file.setLength(length);
        } catch (IOException e) {
            // Tried again before the next append; until then nobody reads beyond `length`.
            torn = true;
            because.addSuppressed(e);
        }
    }

    private synchronized void mark(long seq, long offset) {
        if (lines++ % STRIDE != 0) {
            return;
        }
        if (marks == seqs.length) {
            seqs = Arrays.copyOf(seqs, marks * 2);
            offsets = Arrays.copyOf(offsets, marks * 2);
        }
        seqs[marks] = seq;
        offsets[marks++] = offset;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
