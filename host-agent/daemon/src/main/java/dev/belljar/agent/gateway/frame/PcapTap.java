package dev.belljar.agent.gateway.frame;

import dev.belljar.agent.gateway.FrameTap;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Writes frames as a capture file that Wireshark reads: pcap 2.4 with nanoseconds, Ethernet.
///
/// Its own thread writes. When that falls behind by more than the bound, frames are left out and counted: the
/// network must not wait for a reader.
public final class PcapTap implements FrameTap, AutoCloseable {
    private static final int MAGIC_NANOSECONDS = 0xa1b2_3c4d;
    private static final int VERSION = 0x0002_0004;
    private static final int ETHERNET = 1;
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int MOST_WAITING = 4_096;
    private static final long MOST_WAITING_BYTES = 8L << 20;
    private static final byte[] LAST = {};

    private final OutputStream target;
    private final int most;
    private final Clock clock;
    private final LinkedBlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong left = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private final Thread writer;
    private volatile @Nullable IOException failure;
    private volatile boolean closed;

    /// A capture into `target`, which is closed with the capture; at most `most` bytes of each frame are
    /// written.
    public PcapTap(OutputStream target, int most, Clock clock) {
        this.target = target;
        this.most = most;
        this.clock = clock;
        this.writer = Thread.ofVirtual().name("pcap-writer").start(this::write);
    }

    @Override
    public void passed(boolean up, ByteBuffer frame) {
        int kept = Math.min(frame.remaining(), most);
        ByteBuffer entry = ByteBuffer.allocate(RECORD_HEADER + kept);
        Instant now = clock.instant();
        entry.putInt((int) now.getEpochSecond()).putInt(now.getNano());
        entry.putInt(kept).putInt(frame.remaining());
        entry.put(frame.slice(frame.position(), kept));
        boolean fits = bytes.addAndGet(entry.capacity()) <= MOST_WAITING_BYTES && !closed && failure == null;
        if (!fits || !waiting.offer(entry.array())) {
            bytes.addAndGet(-entry.capacity());
            left.incrementAndGet();
        }
    }

    private void write() {
        try (target) {
            ByteBuffer header = ByteBuffer.allocate(FILE_HEADER);
            header.putInt(MAGIC_NANOSECONDS)
                    .putInt(VERSION)
                    .putLong(0)
                    .putInt(most)
                    .putInt(ETHERNET);
            target.write(header.array());
            // So that a reader that waits for the first frame sees that the capture has begun.
            target.flush();
            for (byte[] entry = waiting.take(); entry.length > 0; entry = waiting.take()) {
                target.write(entry);
                bytes.addAndGet(-entry.length);
                written.incrementAndGet();
                if (waiting.isEmpty()) {
                    target.flush();
                }
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            failure = new IOException("interrupted", e);
        }
    }

    /// Whether writing has failed.
    public boolean broken() {
        return failure != null;
    }

    /// The number of frames that were written.
    public long written() {
        return written.get();
    }

    /// The number of frames that were left out.
    public long left() {
        return left.get();
    }

    /// Ends the capture after the queued frames were written.
    ///
    /// @throws UncheckedIOException when something could not be written
    @Override
    public void close() {
        closed = true;
        try {
            while (writer.isAlive() && !waiting.offer(LAST, 100, TimeUnit.MILLISECONDS)) {
                // The writer has not finished.
            }
            writer.join();
        } catch (InterruptedException e) {
            writer.interrupt();
            Thread.currentThread().interrupt();
        }
        IOException failed = failure;
        if (failed != null) {
            throw new UncheckedIOException("the capture could not be written", failed);
        }
    }
}
