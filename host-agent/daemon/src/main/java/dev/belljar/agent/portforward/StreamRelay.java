package dev.belljar.agent.portforward;

import dev.belljar.agent.guest.GuestStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Relays bytes between a connection on this host and one inside a guest, each direction as fast as its receiver
/// reads, until both directions have ended.
///
/// The end of one direction is passed on while the other continues. When the host's side has ended and the guest
/// sends nothing for a while, the relay ends: a guest cannot keep connections for ever.
final class StreamRelay {
    private static final Logger LOG = LoggerFactory.getLogger(StreamRelay.class);
    private static final int CHUNK = 32_768;
    private static final Duration LAST_WORDS = Duration.ofMinutes(1);

    private final SocketChannel near;
    private final GuestStream far;
    private volatile long heard = System.nanoTime();
    private volatile boolean over;

    StreamRelay(SocketChannel near, GuestStream far) {
        this.near = near;
        this.far = far;
    }

    /// Relays until both directions have ended, then closes both connections.
    void run() {
        try (far;
                near) {
            Thread in = Thread.ofVirtual().name("relay-in").start(this::inward);
            outward();
            // Waits until the guest has received everything; closing `near` ends the wait.
            in.join();
        } catch (IOException e) {
            LOG.debug("a connection to a guest was interrupted: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            over = true;
        }
    }

    private void inward() {
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        try {
            while (near.read(chunk) >= 0) {
                far.output().write(chunk.array(), 0, chunk.position());
                chunk.clear();
            }
            far.output().close();
            Thread.ofVirtual().name("relay-clock").start(this::watch);
        } catch (IOException e) {
            // If one direction breaks, both end.
            far.close();
        }
    }

    private void outward() throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (int n = far.input().read(chunk); n >= 0; n = far.input().read(chunk)) {
            heard = System.nanoTime();
            ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, n);
            while (bytes.hasRemaining()) {
                near.write(bytes);
            }
        }
        near.shutdownOutput();
    }

    private void watch() {
        try {
            while (!over) {
                Thread.sleep(LAST_WORDS.dividedBy(4));
                if (!over && System.nanoTime() - heard > LAST_WORDS.toNanos()) {
                    far.close();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
