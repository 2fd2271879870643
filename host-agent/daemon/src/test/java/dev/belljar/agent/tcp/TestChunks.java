package dev.belljar.agent.tcp;

import dev.belljar.agent.host.HostBudget;

/// Chunks of a host that has as many as are asked for.
final class TestChunks {
    private TestChunks() {}

    static ChunkPool pool(int chunks) {
        long bytes = (long) chunks * ChunkPool.CHUNK;
        return new ChunkStore(new HostBudget(4 * bytes, bytes)).pool(chunks);
    }
}
