package dev.belljar.agent.portforward;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Accepts connections of a socket until it is closed. A failed accept does not end the loop: a process without
/// a free file descriptor has one again soon.
public final class AcceptLoop {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptLoop.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private AcceptLoop() {}

    /// The source of connections: the `accept` of a socket.
    public interface Source {
        SocketChannel next() throws IOException;
    }

    /// Takes ownership of an accepted connection; may block until a slot is free.
    public interface ConnectionHandler {
        void take(SocketChannel near) throws InterruptedException;
    }

    /// Accepts connections until the source is closed; `name` is for the log.
    public static void all(String name, Source source, ConnectionHandler handler) {
        try {
            while (true) {
                try {
                    handler.take(source.next());
                } catch (ClosedChannelException e) {
                    LOG.debug("{}: closed", name);
                    return;
                } catch (IOException e) {
                    LOG.warn("{}: a connection cannot be accepted: {}", name, e.getMessage());
                    Thread.sleep(PAUSE);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
