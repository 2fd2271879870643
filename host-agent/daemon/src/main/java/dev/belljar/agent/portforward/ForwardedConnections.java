package dev.belljar.agent.portforward;

import java.io.IOException;
import java.nio.channels.Channel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open connections of a listening socket. Once closed it adds none: a connection accepted while `close`
/// iterates over the others would never be closed.
public final class ForwardedConnections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ForwardedConnections.class);

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// Adds a connection; returns false and closes the connection if this set is closed already.
    public boolean add(Channel channel) {
        open.add(channel);
        if (closed) {
            end(channel);
        }
        return !closed;
    }

    /// Closes and removes this connection.
    public void end(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing: {}", e.getMessage());
        }
        open.remove(channel);
    }

    /// True if no connection is open.
    boolean isEmpty() {
        return open.isEmpty();
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(this::end);
    }
}
