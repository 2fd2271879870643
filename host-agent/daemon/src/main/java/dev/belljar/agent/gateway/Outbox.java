package dev.belljar.agent.gateway;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/// The frames waiting to go to the guest: bounded in number and bytes, so that a guest that does not read costs
/// little.
final class Outbox {
    static final int MOST_FRAMES = 4_096;
    static final long MOST_BYTES = 4L << 20;

    private final LinkedBlockingQueue<byte[]> frames = new LinkedBlockingQueue<>(MOST_FRAMES);
    private final AtomicLong bytes = new AtomicLong();

    /// Takes a frame unless full.
    boolean offer(byte[] frame) {
        if (bytes.addAndGet(frame.length) > MOST_BYTES || !frames.offer(frame)) {
            bytes.addAndGet(-frame.length);
            return false;
        }
        return true;
    }

    /// Waits for the next frame.
    byte[] take() throws InterruptedException {
        byte[] frame = frames.take();
        bytes.addAndGet(-frame.length);
        return frame;
    }

    /// Forgets what waits: it was meant for a connection that is gone.
    void clear() {
        for (byte[] frame = frames.poll(); frame != null; frame = frames.poll()) {
            bytes.addAndGet(-frame.length);
        }
    }
}
