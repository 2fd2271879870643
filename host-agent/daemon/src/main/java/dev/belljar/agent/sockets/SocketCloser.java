package dev.belljar.agent.sockets;

import dev.belljar.agent.host.HostBudget;
import java.io.IOException;
import java.nio.channels.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closes sockets and returns them to their budget.
final class SocketCloser {
    private static final Logger log = LoggerFactory.getLogger(SocketCloser.class);

    private SocketCloser() {}

    /// Closes a channel and returns its socket to the budget the first time.
    static void close(Channel channel, HostBudget.Share sockets) {
        if (!channel.isOpen()) {
            return;
        }
        sockets.give(1);
        try {
            channel.close();
        } catch (IOException e) {
            log.debug("Closing {}: {}", channel, e.toString());
        }
    }
}
