package dev.belljar.agent.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads the complete lines of a journal file in order, up to a limit that may grow between calls.
///
/// It uses a `RandomAccessFile`, not a channel, because an interrupted thread would close a channel that other
/// threads use. Memory is bounded: a line above `MOST` bytes (the journal writes none) is skipped as damaged.
final class LineReader implements Closeable {
    static final int MOST = 1 << 20;
    private static final int CHUNK = 1 << 16;
    private static final byte[] NOTHING = new byte[0];

    /// The file that the lines are read from, which may be cut into parts.
    interface LineSource {
        /// The file's path.
        Path path();

        /// Opens the part that has the byte at this offset for reading, or a later part if that one was deleted.
        FileRange stretch(long at) throws IOException;
    }

    /// One part that a reader has open, from its first byte to the byte after its last, which is not known yet
    /// for the newest part.
    record FileRange(RandomAccessFile file, long from, long to) {
        boolean holds(long at) {
            return at >= from && at < to;
        }
    }

    private final LineSource file;
    private @Nullable FileRange range;
    private byte[] buffer = NOTHING;
    private long offset;
    private int from;
    private int to;
    private int lineFrom;
    private int lineTo;
    private boolean overflowing;
    private boolean oversized;

    /// A reader from this offset on. Lines before the oldest existing part are skipped.
    LineReader(LineSource file, long offset) {
        this.file = file;
        this.offset = offset;
    }

    /// Moves to the next complete line that ends at or before `limit`.
    ///
    /// @return false when there is none yet
    boolean next(long limit) throws IOException {
        int scanned = from;
        while (true) {
            for (int at = scanned; at < to; at++) {
                if (buffer[at] == '\n') {
                    oversized = overflowing;
                    overflowing = false;
                    lineFrom = from;
                    lineTo = at;
                    offset += at + 1 - from;
                    from = at + 1;
                    return true;
                }
            }
            scanned = to;
            if (offset + (to - from) >= limit) {
                return false;
            }
            scanned -= more(limit);
        }
    }

    /// The bytes that hold the line; valid until the next call of `next`.
    byte[] bytes() {
        return buffer;
    }

    /// The index in `bytes` at which the line begins.
    int from() {
        return lineFrom;
    }

    /// The index in `bytes` at which the line ends, without its line feed.
    int to() {
        return lineTo;
    }

    /// True if the line was too long to be kept; it counts as damaged.
    boolean oversized() {
        return oversized;
    }

    /// The file offset of the first byte after the lines that were returned so far.
    long offset() {
        return offset;
    }

    /// Frees its buffer and its file until there is more to read, if all existing lines were returned.
    void rest() throws IOException {
        if (from == to && buffer.length > 0) {
            from = 0;
            to = 0;
            buffer = NOTHING;
            close();
        }
    }

    // Reads more bytes; returns by how much the bytes in the buffer were moved to the front.
    private int more(long limit) throws IOException {
        if (buffer.length == 0) {
            buffer = new byte[CHUNK];
        }
        int moved = makeRoom();
        long at = offset + (to - from);
        FileRange here = range;
        if (here == null || !here.holds(at)) {
            here = turn(at);
        }
        if (offset + (to - from) >= limit) {
            return moved;
        }
        int count = read(here, limit);
        // The end of the newest part is only known once there is a newer one.
        if (count <= 0 && here.to() == Long.MAX_VALUE) {
            here = turn(at);
            if (offset + (to - from) >= limit) {
                return moved;
            }
            count = read(here, limit);
        }
        if (count <= 0) {
            throw new IOException("%s is shorter than the data that was written to it".formatted(file.path()));
        }
        to += count;
        return moved;
    }

    private int read(FileRange here, long limit) throws IOException {
        long at = offset + (to - from);
        here.file().seek(at - here.from());
        return here.file().read(buffer, to, (int) Math.min(buffer.length - to, Math.min(limit, here.to()) - at));
    }

    private FileRange turn(long at) throws IOException {
        close();
        FileRange next = file.stretch(at);
        range = next;
        if (at < next.from()) {
            // The part was deleted. Parts end with complete lines, so no line was read in part.
            offset = next.from();
            from = 0;
            to = 0;
        }
        return next;
    }

    private int makeRoom() {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            int moved = from;
            to -= from;
            from = 0;
            return moved;
        }
        if (to == buffer.length && buffer.length < MOST) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        } else if (to == buffer.length) {
            overflowing = true;
            offset += to;
            to = 0;
            return buffer.length;
        }
        return 0;
    }

    @Override
    public void close() throws IOException {
        FileRange here = range;
        range = null;
        if (here != null) {
            here.file().close();
        }
    }
}
