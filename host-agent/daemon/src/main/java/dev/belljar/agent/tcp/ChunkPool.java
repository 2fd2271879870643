package dev.belljar.agent.tcp;

import dev.belljar.agent.host.HostBudget;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The memory that all connections of one machine share: chunks of one size, at most so many, and no more than the
/// host has for this machine; what a single queue may hold shrinks as they grow scarce.
///
/// Not safe for several threads.
public final class ChunkPool implements AutoCloseable {
    /// Bytes of a chunk.
    public static final int CHUNK = 32 * 1024;
    static final int MOST_PER_QUEUE = 8;
    private static final int SCARCE_PER_QUEUE = 2;

    private final int most;
    private final ChunkStore store;
    private final HostBudget.Share share;
    private int used;

    ChunkPool(int most, ChunkStore store, HostBudget.Share share) {
        this.most = most;
        this.store = store;
        this.share = share;
    }

    @Nullable
    ByteBuffer take() {
        if (used >= most || !share.take(CHUNK)) {
            return null;
        }
        used++;
        return store.take();
    }

    void giveBack(ByteBuffer chunk) {
        used--;
        // In this order: whoever takes what this frees finds the chunk.
        store.giveBack(chunk);
        share.give(CHUNK);
    }

    /// How many chunks one queue may hold now; 0 when there are none left.
    int share() {
        long left = Math.min(most - used, share.room() / CHUNK);
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

    /// Lets go of the machine's share; what queues still hold comes back as they give it.
    @Override
    public void close() {
        share.close();
    }
}
