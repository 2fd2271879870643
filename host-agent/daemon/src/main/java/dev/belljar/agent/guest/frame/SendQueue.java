package dev.belljar.agent.guest.frame;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Queues bytes for the guest; one thread writes them.
///
/// The reader of a link must never wait for its writer: otherwise nothing would be read from a guest that stops
/// reading, and two honest peers with full pipes would wait for each other for ever. So the link's own small
/// answers are queued at once, and only senders of data wait while the queue is full.
public final class SendQueue {
    private static final int FULL = 1 << 20;
    private static final int OVERFULL = 4 << 20;
    private static final int BATCH = 128 << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private long queued;
    private boolean closed;
    private volatile boolean writing;
    private final AtomicLong batches = new AtomicLong();

    /// Queues bytes; blocks while the queue is full.
    ///
    /// @throws IOException when the link is broken
    public void send(byte[] bytes) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (queued >= FULL && !closed) {
                changed.await();
            }
            add(bytes);
        } finally {
            lock.unlock();
        }
    }

    /// Queues bytes without ever blocking.
    ///
    /// @throws IOException when the link is broken, or the guest has not read for so long that it counts as broken
    public void sendNow(byte[] bytes) throws IOException {
        lock.lock();
        try {
            if (queued > OVERFULL) {
                throw new IOException("the guest has stopped reading from the guest link");
            }
            add(bytes);
        } finally {
            lock.unlock();
        }
    }

    /// Writes the queued bytes, in order, until the queue is closed. Runs on its own thread.
    ///
    /// @throws IOException when the channel breaks
    public void writeTo(WritableByteChannel channel) throws IOException, InterruptedException {
        ByteBuffer batch = ByteBuffer.allocate(BATCH);
        while (take(batch.clear())) {
            batch.flip();
            writing = true;
            while (batch.hasRemaining()) {
                channel.write(batch);
            }
            writing = false;
        }
    }

    /// A number that does not change while one write is stuck; -1 while no write is under way.
    public long writeUnderWay() {
        return writing ? batches.get() : -1;
    }

    /// Drops the queued bytes, and refuses everything from now on.
    public void close() {
        lock.lock();
        try {
            closed = true;
            queue.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void add(byte[] bytes) throws IOException {
        if (closed) {
            throw new IOException("the guest link is down");
        }
        queue.add(bytes);
        queued += bytes.length;
        changed.signalAll();
    }

    private boolean take(ByteBuffer batch) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (queue.isEmpty() && !closed) {
                changed.await();
            }
            for (byte[] next = queue.peek(); next != null && !closed; next = queue.peek()) {
                if (next.length > batch.remaining()) {
                    break;
                }
                batch.put(queue.remove());
                queued -= next.length;
            }
            batches.incrementAndGet();
            changed.signalAll();
            return !closed;
        } finally {
            lock.unlock();
        }
    }
}
