package dev.belljar.agent.tcp;

import dev.belljar.agent.host.HostBudget;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The buffer memory that all connections of one machine share: a limited number of chunks of one size, within
/// the machine's share of the host's budget; the limit of a single queue shrinks when chunks become scarce.
///
/// Not thread-safe.
public final class ChunkPool implements AutoCloseable {
    /// Bytes of a chunk.
    public static final int CHUNK = ChunkStore.CHUNK;
    static final int MOST_PER_QUEUE = 8;
    private static final int SCARCE_PER_QUEUE = 2;

    private final int most;
    private final ChunkStore store;
    private final HostBudget.Share share;
    private int used;

    /// A pool of at most this many chunks of the store for one machine.
    public ChunkPool(int most, ChunkStore store) {
        this.most = most;
        this.store = store;
        this.share = store.open();
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
        // In this order, so that a thread that takes the freed share finds the chunk.
        store.giveBack(chunk);
        share.give(CHUNK);
    }

    /// How many chunks one queue may hold now; 0 if none is left.
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

    /// Releases the machine's share; chunks that queues still hold are returned when the queues release them.
    @Override
    public void close() {
        share.close();
    }
}
