package dev.belljar.agent.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A FIFO queue of bytes in chunks of a shared pool; an empty queue holds no chunk.
public final class SegmentQueue {
    private static final int CHUNK = ChunkPool.CHUNK;
    private static final int MOST_PER_READ = 4;

    private final ChunkPool pool;
    private final List<ByteBuffer> chunks = new ArrayList<>(2);
    /// The index of the first byte in the first chunk.
    private int head;
    private int size;

    /// An empty queue.
    public SegmentQueue(ChunkPool pool) {
        this.pool = pool;
    }

    /// The number of bytes in the queue.
    public int size() {
        return size;
    }

    /// How many more bytes the queue may hold now.
    int room() {
        return Math.max(0, Math.max(pool.share(), chunks.size()) * CHUNK - head - size);
    }

    /// Appends as many bytes as fit.
    void add(ByteBuffer source) {
        while (source.hasRemaining()) {
            ByteBuffer space = space(true);
            if (space == null) {
                return;
            }
            int count = Math.min(space.remaining(), source.remaining());
            space.put(space.position(), source, source.position(), count);
            source.position(source.position() + count);
            size += count;
        }
    }

    /// The free part of the last chunk, or a new chunk.
    private @Nullable ByteBuffer space(boolean mayGrow) {
        int end = head + size;
        if (end == chunks.size() * CHUNK) {
            ByteBuffer chunk = mayGrow && chunks.size() < pool.share() ? pool.take() : null;
            if (chunk == null) {
                return null;
            }
            chunks.add(chunk);
        }
        int at = end % CHUNK;
        return chunks.get(end / CHUNK).slice(at, CHUNK - at);
    }

    /// Appends the bytes that the far side gives in one call.
    ///
    /// @return as `UpstreamEndpoint.give`; also 0 if there is no space
    long fill(UpstreamEndpoint upstream) throws IOException {
        int held = chunks.size();
        int end = head + size;
        List<ByteBuffer> spaces = new ArrayList<>(MOST_PER_READ);
        if (end < held * CHUNK) {
            spaces.add(chunks.get(end / CHUNK).slice(end % CHUNK, CHUNK - end % CHUNK));
        }
        while (chunks.size() < pool.share() && spaces.size() < MOST_PER_READ) {
            ByteBuffer chunk = pool.take();
            if (chunk == null) {
                break;
            }
            chunks.add(chunk);
            spaces.add(chunk.slice());
        }
        try {
            long got = spaces.isEmpty() ? 0 : upstream.give(spaces.toArray(ByteBuffer[]::new));
            size += (int) Math.max(0, got);
            return got;
        } finally {
            trim();
        }
    }

    private void trim() {
        int needed = size == 0 ? 0 : (head + size + CHUNK - 1) / CHUNK;
        while (chunks.size() > needed) {
            pool.giveBack(chunks.removeLast());
        }
        if (size == 0) {
            head = 0;
        }
    }

    /// Removes the first bytes.
    void drop(int count) {
        head += count;
        size -= count;
        while (head >= CHUNK) {
            head -= CHUNK;
            pool.giveBack(chunks.removeFirst());
        }
        trim();
    }

    void clear() {
        drop(size);
    }

    /// The first contiguous bytes, at least one unless empty.
    ByteBuffer first() {
        return size == 0 ? ByteBuffer.allocate(0) : chunks.getFirst().slice(head, Math.min(size, CHUNK - head));
    }

    /// Copies bytes to the target's position, moving it.
    public void copy(int from, int length, ByteBuffer target) {
        int at = head + from;
        int left = length;
        while (left > 0) {
            int count = Math.min(left, CHUNK - at % CHUNK);
            target.put(target.position(), chunks.get(at / CHUNK), at % CHUNK, count);
            target.position(target.position() + count);
            at += count;
            left -= count;
        }
    }
}
