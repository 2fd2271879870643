package dev.belljar.agent.tcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/// A far side that accepts and sends arbitrary amounts.
final class ModelUpstream implements UpstreamEndpoint {
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    boolean finished;
    boolean closed;
    boolean aborted;
    boolean broken;
    boolean mute;
    boolean wantsGiving = true;
    private final Random random;
    private final ByteBuffer source;

    ModelUpstream(Random random, byte[] source) {
        this.random = random;
        this.source = ByteBuffer.wrap(source);
    }

    @Override
    public void take(ByteBuffer bytes) throws IOException {
        if (broken || finished) {
            throw new IOException("broken");
        }
        int count = random.nextInt(4) == 0 ? 0 : random.nextInt(bytes.remaining() + 1);
        for (int i = 0; i < count; i++) {
            taken.write(bytes.get());
        }
    }

    @Override
    public long give(ByteBuffer[] into) throws IOException {
        if (broken) {
            throw new IOException("broken");
        }
        if (mute) {
            return 0;
        }
        if (!source.hasRemaining()) {
            return -1;
        }
        long given = 0;
        for (ByteBuffer target : into) {
            int count = Math.min(source.remaining(), random.nextInt(target.remaining() + 1));
            target.put(source.slice(source.position(), count));
            source.position(source.position() + count);
            given += count;
            if (target.hasRemaining()) {
                break;
            }
        }
        return given;
    }

    @Override
    public void finish() {
        finished = true;
    }

    @Override
    public void await(boolean giving, boolean taking) {
        wantsGiving = giving;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void abort() {
        aborted = true;
    }
}
