package dev.belljar.agent.tcp;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The memory that all connections of one machine share: chunks of one size, at most so many; what a single queue
/// may hold shrinks as they grow scarce.
///
/// Not safe for several threads.
public final class ChunkPool {
    /// Bytes of a chunk.
    public static final int CHUNK = 32 * 1024;
    static final int MOST_PER_QUEUE = 8;
    private static final int SCARCE_PER_QUEUE = 2;
    private static final int MOST_KEPT = 256;

    private final int most;
    private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();
    private int used;

    /// A pool of at most this many chunks.
    public ChunkPool(int most) {
        this.most = most;
    }

    @Nullable
    ByteBuffer take() {
        if (used >= most) {
            return null;
        }
        used++;
        ByteBuffer kept = free.pollLast();
        return kept == null ? ByteBuffer.allocateDirect(CHUNK) : kept.clear();
    }

    void giveBack(ByteBuffer chunk) {
        used--;
        if (free.size() < MOST_KEPT) {
            free.addLast(chunk);
        }
    }

    /// How many chunks one queue may hold now; 0 when there are none left.
    int share() {
        int left = most - used;
        if (left <= 0) {
            return 0;
        }
        if (left > most / 2) {
            return MOST_PER_QUEUE;
        }
        return left > most / 4 ? SCARCE_PER_QUEUE : 1;
    }

    /// Chunks in use.
    public int used() {
        return used;
    }
}
