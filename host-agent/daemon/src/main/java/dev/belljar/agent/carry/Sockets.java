package dev.belljar.agent.carry;

import java.io.IOException;
import java.nio.channels.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closing what nobody needs any more.
final class Sockets {
    private static final Logger log = LoggerFactory.getLogger(Sockets.class);

    private Sockets() {}

    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            log.debug("Closing {}: {}", channel, e.toString());
        }
    }
}
