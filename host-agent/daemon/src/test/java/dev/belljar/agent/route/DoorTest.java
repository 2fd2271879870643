package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.passage.Upstreams;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A door that closes leaves nobody standing in it.
@Timeout(60)
class DoorTest {
    private static final int PLACES = 512;

    @TempDir
    private Path folder;

    @Test
    void whoWaitsForAPlaceIsLetGoWithTheOthers() throws Exception {
        FakeSites sites = new FakeSites();
        Path socket = folder.resolve("door");
        List<SocketChannel> callers = new ArrayList<>();
        try (Upstreams upstreams = new Upstreams(folder, sites)) {
            Reception reception = new Reception(
                    sites,
                    upstreams,
                    new Pages("", new NoAddresses()),
                    Successions.in(folder.resolve("names")),
                    ask -> true);
            Door door = Door.open(socket, reception);
            for (int i = 0; i < PLACES; i++) {
                callers.add(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
            }
            ask(callers.getLast());
            SocketChannel waiting = SocketChannel.open(UnixDomainSocketAddress.of(socket));
            callers.add(waiting);
            // The one before has its answer, so this one is next; it is taken when nothing is left to be taken.
            Thread.sleep(200);
            door.close();
            assertThat(waiting.read(ByteBuffer.allocate(1))).isNegative();
        } finally {
            for (SocketChannel caller : callers) {
                caller.close();
            }
        }
    }

    private static void ask(SocketChannel caller) throws IOException {
        caller.write(ByteBuffer.wrap("GET /route HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        assertThat(caller.read(ByteBuffer.allocate(64))).isPositive();
    }

    private static final class NoAddresses implements Addresses {
        @Override
        public String domain() {
            return OuterName.LOCALHOST;
        }

        @Override
        public int httpsPort() {
            return 0;
        }
    }
}
