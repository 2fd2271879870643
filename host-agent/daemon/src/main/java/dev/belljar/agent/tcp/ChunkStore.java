package dev.belljar.agent.tcp;

import dev.belljar.agent.host.HostBudget;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/// The off-heap chunks that all machines of this host share; a chunk is reused and never freed, so that there
/// are never more than the budget permits, and none waits for the garbage collector.
///
/// Thread-safe.
public final class ChunkStore {
    /// Bytes of a chunk.
    static final int CHUNK = 32 * 1024;

    private final HostBudget budget;
    private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();

    /// A store within this budget of bytes.
    public ChunkStore(HostBudget budget) {
        this.budget = budget;
    }

    /// The share of one machine.
    HostBudget.Share open() {
        return budget.open();
    }

    synchronized ByteBuffer take() {
        ByteBuffer kept = free.pollLast();
        return kept == null ? ByteBuffer.allocateDirect(CHUNK) : kept.clear();
    }

    synchronized void giveBack(ByteBuffer chunk) {
        free.addLast(chunk);
    }
}
