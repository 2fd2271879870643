package dev.belljar.agent.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads the complete lines of a journal file one after another, up to a limit that may grow between calls.
///
/// A `RandomAccessFile` and not a channel: an interrupted thread would close a channel under everybody. Memory is
/// bounded: a line above `MOST` bytes (nothing writes one) is passed over as damaged.
final class LineReader implements Closeable {
    static final int MOST = 1 << 20;
    private static final int CHUNK = 1 << 16;
    private static final byte[] NOTHING = new byte[0];

    private final LineFile file;
    private LineFile.@Nullable Stretch stretch;
    private byte[] buffer = NOTHING;
    private long offset;
    private int from;
    private int to;
    private int lineFrom;
    private int lineTo;
    private boolean overflowing;
    private boolean oversized;

    /// A reader from this offset on. Lines before the oldest part that is there are passed over.
    LineReader(LineFile file, long offset) {
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

    /// Where the line begins in `bytes`.
    int from() {
        return lineFrom;
    }

    /// Where it ends, its line feed not included.
    int to() {
        return lineTo;
    }

    /// True when the line was too long to be kept whole; it is damaged whatever it holds.
    boolean oversized() {
        return oversized;
    }

    /// The file offset of the first byte that is not part of a line handed out so far.
    long offset() {
        return offset;
    }

    /// Lets go of its memory and its file until there is more, if every line there is was handed out.
    void rest() throws IOException {
        if (from == to && buffer.length > 0) {
            from = 0;
            to = 0;
            buffer = NOTHING;
            close();
        }
    }

    // Reads further; returns by how much the bytes already there have moved towards the front.
    private int more(long limit) throws IOException {
        if (buffer.length == 0) {
            buffer = new byte[CHUNK];
        }
        int moved = makeRoom();
        long at = offset + (to - from);
        LineFile.Stretch here = stretch;
        if (here == null || !here.holds(at)) {
            here = turn(at);
        }
        if (offset + (to - from) >= limit) {
            return moved;
        }
        int count = read(here, limit);
        // Of the newest part nobody knows where it ends until it is not the newest any more.
        if (count <= 0 && here.to() == Long.MAX_VALUE) {
            here = turn(at);
            if (offset + (to - from) >= limit) {
                return moved;
            }
            count = read(here, limit);
        }
        if (count <= 0) {
            throw new IOException("%s: shorter than the bytes that were written to it".formatted(file.path()));
        }
        to += count;
        return moved;
    }

    private int read(LineFile.Stretch here, long limit) throws IOException {
        long at = offset + (to - from);
        here.file().seek(at - here.from());
        return here.file().read(buffer, to, (int) Math.min(buffer.length - to, Math.min(limit, here.to()) - at));
    }

    private LineFile.Stretch turn(long at) throws IOException {
        close();
        LineFile.Stretch next = file.stretch(at);
        stretch = next;
        if (at < next.from()) {
            // What was here has been dropped. Parts end with whole lines, so no line is half read.
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
        LineFile.Stretch here = stretch;
        stretch = null;
        if (here != null) {
            here.file().close();
        }
    }
}
