package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.MacAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The network of one machine over the socket its QEMU serves; joins it again whenever the connection breaks.
///
/// Three threads: a reader takes frames and answers them, a writer sends the answers so that a guest that does not
/// read cannot hold the reader, and a clock sweeps the flows. Reader and clock share the network under one lock.
public final class SocketGateway implements Gateway {
    private static final Logger log = LoggerFactory.getLogger(SocketGateway.class);
    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final Path socket;
    private final Counters counters = new Counters();
    private final Outbox outbox = new Outbox();
    private final Network network;
    private final ReentrantLock lock = new ReentrantLock();
    private final Thread reader;
    private final Thread sweeper;
    private volatile boolean closed;
    private volatile @Nullable FrameStream stream;

    private SocketGateway(Path socket, Policy policy, NetObserver observer, MacAddress guest, Clock clock) {
        this.socket = socket;
        this.network = new Network(guest, policy, observer, clock, counters, this::send);
        this.reader = Thread.ofVirtual().name("gateway-reader").unstarted(this::serve);
        this.sweeper = Thread.ofVirtual().name("gateway-sweeper").unstarted(this::sweep);
    }

    /// Opens the network of the machine whose QEMU serves, now or soon, `netSocket`, and whose card has
    /// address `mac`.
    ///
    /// @throws IllegalArgumentException when `mac` is not written as `52:54:00:be:11:02`
    public static SocketGateway open(Path netSocket, Policy policy, NetObserver observer, String mac, Clock clock) {
        SocketGateway gateway = new SocketGateway(netSocket, policy, observer, MacAddress.of(mac), clock);
        gateway.reader.start();
        gateway.sweeper.start();
        return gateway;
    }

    @Override
    public GatewayTotals totals() {
        return counters.totals();
    }

    /// Ends the connection and closes every flow; nothing is told after that. Closing again does nothing.
    @Override
    public void close() {
        closed = true;
        reader.interrupt();
        sweeper.interrupt();
        hangUp();
        awaitEnd(reader);
        awaitEnd(sweeper);
        lock.lock();
        try {
            network.close();
        } finally {
            lock.unlock();
        }
    }

    private static void awaitEnd(Thread thread) {
        try {
            thread.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(byte[] frame) {
        if (!outbox.offer(frame)) {
            counters.dropped();
        }
    }

    private void serve() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!closed) {
            long before = counters.totals().framesUp();
            connection();
            pause = counters.totals().framesUp() > before
                    ? FIRST_PAUSE_MILLIS
                    : Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            pause(pause);
        }
    }

    private void connection() {
        try (FrameStream joined = FrameStream.connect(socket)) {
            stream = joined;
            outbox.clear();
            Thread writer = Thread.ofVirtual().name("gateway-writer").start(() -> drain(joined));
            try {
                while (!closed) {
                    take(joined.next());
                }
            } finally {
                writer.interrupt();
            }
        } catch (IOException e) {
            log.debug("Network socket {}: {}", socket, e.toString());
        } catch (RuntimeException e) {
            // The top of this thread: a fault in policy or observer must not leave the machine without a network.
            log.error("Network socket {}: dropped the connection after a fault", socket, e);
        }
    }

    private void take(ByteBuffer frame) {
        lock.lock();
        try {
            if (!closed) {
                network.frame(frame);
            }
        } finally {
            lock.unlock();
        }
    }

    private void drain(FrameStream joined) {
        try {
            while (!closed) {
                byte[] frame = outbox.take();
                // Counted first: an interrupt after the write would leave a frame that the guest has uncounted.
                counters.down(frame.length);
                joined.write(frame);
            }
        } catch (IOException e) {
            log.debug("Network socket {}: {}", socket, e.toString());
            hangUp();
        } catch (InterruptedException e) {
            // The connection is over; the next one has a writer of its own.
        }
    }

    private void hangUp() {
        FrameStream joined = stream;
        if (joined != null) {
            try {
                joined.close();
            } catch (IOException e) {
                log.debug("Network socket {}: {}", socket, e.toString());
            }
        }
    }

    private void sweep() {
        while (!closed) {
            pause(SWEEP.toMillis());
            lock.lock();
            try {
                if (!closed) {
                    network.sweep();
                }
            } catch (RuntimeException e) {
                // The top of this thread: see connection().
                log.error("Network socket {}: an observer failed", socket, e);
            } finally {
                lock.unlock();
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            // Only close() interrupts, and the loops look at its flag.
        }
    }
}
