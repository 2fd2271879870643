package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.belljar.agent.portforward.ConnectionSlots;
import dev.belljar.agent.portforward.UpstreamSockets;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that closing the server ends all connections, also waiting ones.
@Timeout(60)
class ForwardAuthServerTest {
    private static final int PLACES = 512;

    @TempDir
    private Path folder;

    private final List<SocketChannel> callers = new ArrayList<>();
    private final Semaphore asked = new Semaphore(0);
    private final Semaphore answer = new Semaphore(0);

    @AfterEach
    void end() throws IOException {
        answer.release(PLACES + 1);
        for (SocketChannel caller : callers) {
            caller.close();
        }
    }

    @Test
    void closingTheServerEndsWaitingConnectionsToo() throws Exception {
        FakeSites sites = new FakeSites();
        Path socket = folder.resolve("door");
        try (UpstreamSockets upstreams = new UpstreamSockets(folder, sites, new ConnectionSlots())) {
            ReusedNames successions = ReusedNames.in(folder.resolve("names"));
            RequestRouter slow =
                    new RequestRouter(sites, upstreams, new ErrorPages("", new NoAddresses()), successions, this::own);
            ForwardAuthServer door = ForwardAuthServer.open(socket, slow);
            for (int i = 0; i < PLACES; i++) {
                ask(socket);
            }
            asked.acquire(PLACES);
            long files = openFiles();
            SocketChannel waiting = ask(socket);
            // If the server had not accepted it, the kernel would close it, and the test would show nothing.
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> openFiles() >= files + 2);
            door.close();
            assertThat(ended(waiting)).isTrue();
        }
    }

    /// Occupies its place until the test is over.
    private boolean own(ForwardedRequest ask) {
        asked.release();
        answer.acquireUninterruptibly();
        return true;
    }

    private static long openFiles() {
        return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getOpenFileDescriptorCount();
    }

    private SocketChannel ask(Path socket) throws IOException {
        SocketChannel caller = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        callers.add(caller);
        caller.write(ByteBuffer.wrap("GET /route HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        return caller;
    }

    private static boolean ended(SocketChannel caller) {
        try {
            return caller.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException e) {
            return true;
        }
    }

    private static final class NoAddresses implements AddressFormatter {
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
