package dev.belljar.agent.portforward;

import java.io.IOException;
import java.nio.channels.Channel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The connections that a socket took and that did not end yet. Once closed it lets nobody in: a connection taken while
/// `close` looks through the others would be seen by nobody.
public final class ForwardedConnections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ForwardedConnections.class);

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// Takes this one in; false, and the connection is closed, when it comes too late.
    public boolean add(Channel channel) {
        open.add(channel);
        if (closed) {
            end(channel);
        }
        return !closed;
    }

    /// Closes this one.
    public void end(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing: {}", e.getMessage());
        }
        open.remove(channel);
    }

    /// True while there is none.
    boolean isEmpty() {
        return open.isEmpty();
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(this::end);
    }
}
