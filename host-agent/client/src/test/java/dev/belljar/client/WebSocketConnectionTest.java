package dev.belljar.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.javalin.Javalin;
import io.javalin.http.ForbiddenResponse;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the client and Jetty exchange WebSocket messages over a Unix socket.
@Tag("slow")
class WebSocketConnectionTest {
    @TempDir
    private Path folder;

    private Path socket = Path.of("");
    private Javalin server = Javalin.create();
    private ApiRequests requests = new ApiRequests(Path.of(""));

    /// Records the received messages.
    private static final class Heard implements WebSocketConnection.WebSocketListener {
        private final BlockingQueue<Object> messages = new LinkedBlockingQueue<>();
        private final CompletableFuture<String> end = new CompletableFuture<>();

        @Override
        public void text(String message) {
            messages.add(message);
        }

        @Override
        public void binary(byte[] message) {
            messages.add(message);
        }

        @Override
        public void closed(String why) {
            end.complete(why);
        }

        Object next() throws InterruptedException {
            return Objects.requireNonNull(messages.poll(30, TimeUnit.SECONDS), "nothing came");
        }
    }

    @BeforeEach
    void serve() {
        socket = folder.resolve("s");
        server = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.jetty.addConnector((jetty, http) -> {
                UnixDomainServerConnector connector =
                        new UnixDomainServerConnector(jetty, 1, 1, new HttpConnectionFactory(http));
                connector.setUnixDomainPath(socket);
                return connector;
            });
            config.jetty.modifyWebSocketServletFactory(sockets -> {
                sockets.setMaxTextMessageSize(1 << 20);
                sockets.setMaxBinaryMessageSize(1 << 20);
            });
            config.routes.ws("/echo", ws -> {
                ws.onMessage(context -> {
                    if (context.message().equals("bye")) {
                        context.closeSession(1008, "enough");
                    } else {
                        context.send(context.message());
                    }
                });
                ws.onBinaryMessage(context -> context.send(context.data()));
            });
            config.routes.wsBeforeUpgrade("/refused", context -> {
                throw new ForbiddenResponse("not you");
            });
            config.routes.ws("/refused", ws -> {});
            config.routes.get("/chunked", context -> {
                for (int i = 0; i < 1_000; i++) {
                    context.res().getOutputStream().write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
                    context.res().getOutputStream().flush();
                }
            });
            config.routes.get("/empty", context -> context.status(204));
        });
        server.start();
        requests = new ApiRequests(socket);
    }

    @AfterEach
    void end() {
        requests.close();
        server.stop();
    }

    @Test
    void messagesOfEverySizeAreEchoed() throws Exception {
        Heard heard = new Heard();
        try (WebSocketConnection echo = WebSocketConnection.open(requests, "/echo")) {
            echo.listen("echo", heard);
            for (int size : new int[] {1, 125, 126, 127, 65_535, 65_536, 300_000}) {
                String text = "é".repeat(size / 2) + "x";
                echo.text(text);
                assertThat(heard.next()).isEqualTo(text);
                byte[] bytes = new byte[size];
                for (int i = 0; i < size; i++) {
                    bytes[i] = (byte) (i * 31);
                }
                echo.binary(bytes, 0, bytes.length);
                assertThat(heard.next()).isEqualTo(bytes);
            }
        }
    }

    @Test
    void aCloseByTheServerIsReportedWithItsReason() throws Exception {
        Heard heard = new Heard();
        try (WebSocketConnection echo = WebSocketConnection.open(requests, "/echo")) {
            echo.listen("echo", heard);
            echo.text("bye");
            assertThat(heard.end.get(30, TimeUnit.SECONDS)).isEqualTo("enough");
        }
        assertThat(heard.messages).isEmpty();
    }

    @Test
    void aStoppedServerIsReported() throws Exception {
        Heard heard = new Heard();
        try (WebSocketConnection echo = WebSocketConnection.open(requests, "/echo")) {
            echo.listen("echo", heard);
            server.stop();
            assertThat(heard.end.get(30, TimeUnit.SECONDS)).isNotEmpty();
        }
    }

    @Test
    void aRefusedUpgradeCarriesTheServersStatus() {
        assertThatThrownBy(() -> WebSocketConnection.open(requests, "/refused"))
                .isInstanceOfSatisfying(
                        AgentException.class,
                        e -> assertThat(e.problem().status()).isEqualTo(403));
    }

    @Test
    void chunkedAndEmptyResponsesAreRead() throws Exception {
        assertThat(ApiRequests.text(requests.ask("GET", "/chunked", Map.of(), null)))
                .startsWith("line 0\n")
                .endsWith("line 999\n");
        assertThat(ApiRequests.text(requests.ask("GET", "/empty", Map.of(), null)))
                .isEmpty();
        try (ApiConnection refused = requests.ask("GET", "/nowhere", Map.of(), null)) {
            assertThat(refused.status()).isEqualTo(404);
        }
    }

    @Test
    void aForeignListenerOnAKilledHostAgentsPortReceivesNothing() throws Exception {
        Path runtime = Files.createDirectories(folder.resolve("belljar"));
        try (ServerSocket foreign = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"))) {
            foreign.setSoTimeout((int) Duration.ofSeconds(1).toMillis());
            Files.writeString(
                    runtime.resolve("agent.json"),
                    "{\"port\":%d,\"pid\":1,\"version\":\"1\"}".formatted(foreign.getLocalPort()));
            Files.writeString(runtime.resolve("token"), "0".repeat(64));
            AgentStarter starter = new AgentStarter(Map.of("XDG_RUNTIME_DIR", folder.toString()));
            assertThat(starter.find()).isEmpty();
            assertThatThrownBy(foreign::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }
}
