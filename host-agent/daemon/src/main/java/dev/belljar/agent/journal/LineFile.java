package dev.belljar.agent.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// One JSONL file of a journal, open for appending, with an offset for every thousandth line.
///
/// It may be cut into parts: the newest has the file's name, the older ones have a number in theirs
/// (`processes.7.jsonl`). Offsets count from the oldest part that existed when the file was opened, so they do
/// not change when parts are added and deleted. A line is always in one part.
///
/// Appending, cutting and deleting are guarded by the journal's lock; `sync`, `offsetBefore` and `stretch` may
/// be called on any thread.
final class LineFile implements LineReader.LineSource, Closeable {
    private static final int STRIDE = 1_000;

    private final Path path;
    private final AtomicBoolean dirty = new AtomicBoolean();
    private final Object forcing = new Object();
    private final List<JournalPart> parts = new ArrayList<>();
    private RandomAccessFile file;
    private long[] seqs = new long[16];
    private long[] offsets = new long[16];
    private int marks;
    private long lines;
    private long length;
    private boolean torn;

    /// Opens or creates the file; `scan` must be called first.
    LineFile(Path path) throws IOException {
        this.path = path;
        long from = 0;
        for (PartNames.Found older : PartNames.of(path)) {
            parts.add(new JournalPart(older.number(), older.path(), from));
            from += Files.size(older.path());
        }
        parts.add(new JournalPart(parts.isEmpty() ? 1 : newest().number() + 1, path, from));
        this.file = created(path);
    }

    private static RandomAccessFile created(Path path) throws IOException {
        if (!Files.exists(path)) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return new RandomAccessFile(path.toFile(), "rw");
    }

    /// Gets each line that `scan` finds.
    interface Found {
        void line(long seq, @Nullable GuestStamp stamp);
    }

    /// Reads the whole file once, cuts a torn last line, and returns how many lines in it are damaged.
    int scan(Found found) throws IOException {
        long begin = newest().from();
        long end = begin + file.length();
        int damaged = 0;
        long last = 0;
        GuestStamp stamp = null;
        try (LineReader reader = new LineReader(this, 0)) {
            for (long at = 0; reader.next(end); at = reader.offset()) {
                LineHead head = reader.oversized() ? null : LineHead.of(reader.bytes(), reader.from(), reader.to());
                if (head == null || head.seq() <= last) {
                    damaged++;
                    continue;
                }
                last = head.seq();
                mark(last, at);
                GuestStamp here = GuestStamp.of(reader.bytes(), reader.from(), reader.to(), stamp);
                stamp = here == null ? stamp : here;
                found.line(last, here);
            }
            length = Math.max(begin, reader.offset());
        }
        if (length < end) {
            file.setLength(length - begin);
            dirty.set(true);
        }
        return damaged;
    }

    /// Appends whole lines; all of them or, after an error, none.
    void append(LineBatch batch) throws IOException {
        long begin = newest().from();
        if (torn) {
            file.setLength(length - begin);
            torn = false;
        }
        dirty.set(true);
        try {
            file.seek(length - begin);
            file.write(batch.bytes(), 0, batch.length());
        } catch (IOException e) {
            cutBack(e);
            throw e;
        }
        for (int i = 0; i < batch.count(); i++) {
            mark(batch.seq(i), length + batch.start(i));
        }
        length += batch.length();
    }

    /// The offset of the end of the last complete line.
    long length() {
        return length;
    }

    @Override
    public Path path() {
        return path;
    }

    /// The bytes of all complete lines in the existing parts.
    long size() {
        return length - oldest().from();
    }

    /// The bytes of the newest part, which is written to.
    long sizeOfNewest() {
        return length - newest().from();
    }

    /// The number of the newest part, which is written to.
    int number() {
        return newest().number();
    }

    /// The oldest part, which is also the newest if there is no other.
    synchronized JournalPart oldest() {
        return parts.getFirst();
    }

    private synchronized JournalPart newest() {
        return parts.getLast();
    }

    /// Begins a new part with this number, after forcing the part before it to disk.
    void cut(int number) throws IOException {
        synchronized (forcing) {
            if (sizeOfNewest() == 0) {
                renumber(number);
                return;
            }
            // Forced now: when the journal is opened after a power failure, only a torn end of the newest part
            // is cut.
            sync();
            RandomAccessFile before = file;
            file = begin(number);
            before.close();
        }
    }

    /// Changes the number of the newest part.
    synchronized void renumber(int number) {
        parts.set(parts.size() - 1, newest().as(number, path));
    }

    // Synchronised: a reader that opens a stretch finds the part either under its old path or under its new one.
    private synchronized RandomAccessFile begin(int number) throws IOException {
        JournalPart ended = newest();
        Path older = PartNames.older(path, ended.number());
        Files.move(path, older);
        try {
            RandomAccessFile fresh = created(path);
            parts.set(parts.size() - 1, ended.as(ended.number(), older));
            parts.add(new JournalPart(number, path, length));
            return fresh;
        } catch (IOException e) {
            Files.move(older, path, StandardCopyOption.REPLACE_EXISTING);
            throw e;
        }
    }

    /// Deletes the oldest part, which must not be the newest. A reader that has it open can read it to its end.
    void drop() throws IOException {
        Files.deleteIfExists(oldest().path());
        synchronized (this) {
            parts.removeFirst();
        }
    }

    @Override
    public synchronized LineReader.FileRange stretch(long at) throws IOException {
        int i = parts.size() - 1;
        while (i > 0 && parts.get(i).from() > at) {
            i--;
        }
        JournalPart part = parts.get(i);
        long to = i == parts.size() - 1 ? Long.MAX_VALUE : parts.get(i + 1).from();
        return new LineReader.FileRange(new RandomAccessFile(part.path().toFile(), "r"), part.from(), to);
    }

    /// An offset such that all lines with higher numbers come after it.
    synchronized long offsetBefore(long seq) {
        int at = Arrays.binarySearch(seqs, 0, marks, seq);
        int mark = at >= 0 ? at : -at - 2;
        return mark < 0 ? 0 : offsets[mark];
    }

    /// Forces new bytes to disk, if there are any.
    void sync() throws IOException {
        synchronized (forcing) {
            if (dirty.getAndSet(false)) {
                try {
                    file.getFD().sync();
                } catch (IOException e) {
                    dirty.set(true);
                    throw e;
                }
            }
        }
    }

    private void cutBack(IOException because) {
        try {
            file.setLength(length - newest().from());
        } catch (IOException e) {
            // Cut again before the next append; until then no reader reads beyond `length`.
            torn = true;
            because.addSuppressed(e);
        }
    }

    private synchronized void mark(long seq, long offset) {
        partOf(offset).count();
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

    private JournalPart partOf(long offset) {
        int i = parts.size() - 1;
        while (parts.get(i).from() > offset) {
            i--;
        }
        return parts.get(i);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
