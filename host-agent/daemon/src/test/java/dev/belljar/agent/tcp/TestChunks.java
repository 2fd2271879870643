package dev.belljar.agent.tcp;

import dev.belljar.agent.host.HostBudget;

/// Chunk pools of a host with unlimited memory.
final class TestChunks {
    private TestChunks() {}

    static ChunkPool pool(int chunks) {
        long bytes = (long) chunks * ChunkPool.CHUNK;
        return new ChunkPool(chunks, new ChunkStore(new HostBudget(4 * bytes, bytes)));
    }
}
