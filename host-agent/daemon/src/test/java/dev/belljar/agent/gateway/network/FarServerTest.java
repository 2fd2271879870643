package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.testing.FarNamespace;
import dev.belljar.testing.FarServer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the server that other tests use: one that a killed test left behind once received the requests of the next
/// test.
@Tag("vm")
class FarServerTest {
    @TempDir
    private Path folder;

    /// Starts a server and waits to be killed.
    static final class KilledTest {
        private KilledTest() {}

        public static void main(String[] words) throws Exception {
            try (FarServer _ = new FarServer()) {
                System.out.println("started");
                new CountDownLatch(1).await();
            }
        }
    }

    @Test
    void aServerOfAKilledTestDoesNotReceiveTheRequestsOfTheNextOne() throws Exception {
        assumeTrue(FarNamespace.possible(), "a server in a network namespace takes root");
        try (AnotherJvm killed = AnotherJvm.of(KilledTest.class, folder)) {
            killed.endIn(Duration.ofMinutes(1));
            killed.awaitWord("started");
            killed.kill();
        }
        try (FarServer server = new FarServer();
                Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(FarServer.PUBLIC, FarServer.PORT), 20_000);
            socket.getOutputStream().write("GET /next HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(server.next()).isEqualTo(FarServer.PUBLIC + " GET /next HTTP/1.0");
        }
    }
}
