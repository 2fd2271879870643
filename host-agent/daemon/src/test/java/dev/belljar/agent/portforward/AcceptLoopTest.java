package dev.belljar.agent.portforward;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Tests that a failed accept does not end the loop.
class AcceptLoopTest {
    @Test
    void theLoopContinuesAfterAFailureAndEndsWithTheSocket() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        List<SocketChannel> taken = new ArrayList<>();
        try (SocketChannel near = SocketChannel.open()) {
            AcceptLoop.all(
                    "test",
                    () -> switch (asked.incrementAndGet()) {
                        case 1 -> throw new IOException("Too many open files");
                        case 2 -> near;
                        default -> throw new ClosedChannelException();
                    },
                    taken::add);
            assertThat(taken).containsExactly(near);
        }
    }
}
