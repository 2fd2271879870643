package dev.belljar.agent.gateway.network;

import dev.belljar.agent.sockets.OutboundConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A far side in memory that takes as many bytes as the test allows.
public final class FakeStream implements OutboundConnection {
    public int takes = Integer.MAX_VALUE;
    public boolean finished;
    public boolean closed;
    public boolean aborted;
    public boolean wantsToTake;
    private boolean ended;
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private ByteBuffer giving = ByteBuffer.allocate(0);
    private @Nullable Readiness readiness;

    public String taken() {
        return taken.toString(StandardCharsets.ISO_8859_1);
    }

    public void give(String text) {
        giving = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
        ready(true);
    }

    /// Ends the far side's bytes.
    void ends() {
        ended = true;
        ready(true);
    }

    public void ready(boolean gives) {
        if (readiness != null) {
            readiness.ready(gives);
        }
    }

    @Override
    public void listen(Readiness listener) {
        readiness = listener;
    }

    @Override
    public void take(ByteBuffer bytes) throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        for (; takes > 0 && bytes.hasRemaining(); takes--) {
            taken.write(bytes.get());
        }
    }

    @Override
    public long give(ByteBuffer[] into) {
        if (ended && !giving.hasRemaining()) {
            return -1;
        }
        int count = Math.min(giving.remaining(), into[0].remaining());
        into[0].put(giving.slice(giving.position(), count));
        giving.position(giving.position() + count);
        return count;
    }

    @Override
    public void finish() {
        finished = true;
    }

    @Override
    public void await(boolean gives, boolean taking) {
        wantsToTake = taking;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void abort() {
        closed = true;
        aborted = true;
    }
}
