package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.api.socket.TunnelSockets;
import dev.belljar.agent.host.SteadyNumber;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.view.network.TunnelMessage;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests a tunnel on a WebSocket: bytes in both directions, the end of each half, and either side leaving
/// first.
@Timeout(300)
@Tag("slow")
class TunnelSocketTest {
    private static final long SECONDS = 60;

    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder).running();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void bytesAreEchoedAndEachHalfEndsSeparately() throws Exception {
        Client client = opened(FakeTunnel.ECHO);
        byte[] sent = new byte[3_000_000];
        new Random(7).nextBytes(sent);
        for (int at = 0; at < sent.length; at += 300_000) {
            client.send(sent, at, 300_000);
        }
        client.text("{\"op\":\"eof\"}");
        assertThat(client.next()).isEqualTo(TunnelMessage.EOF);
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1000);
        assertThat(client.bytes()).isEqualTo(sent);
        assertThat(tunnel().closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aPortWithoutAListenerIsAProblem() throws Exception {
        Client client = connect(81, true);
        TunnelMessage word = client.next();
        assertThat(word.op()).isEqualTo("problem");
        assertThat(Objects.requireNonNull(word.problem()).code()).isEqualTo("guest.refused");
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1000);
    }

    @Test
    void aBrokenConnectionDoesNotEndLikeACompleteOne() throws Exception {
        Client client = opened(FakeTunnel.BROKEN);
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1011);
        assertThat(client.words).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/sandboxes/nobody/tunnel?port=22",
                "/sandboxes/s1/tunnel",
                "/sandboxes/s1/tunnel?port=0",
                "/sandboxes/s1/tunnel?port=65536",
                "/sandboxes/s1/tunnel?port=x"
            })
    void aMissingSandboxOrPortIsRefusedInHttp(String path) {
        assertThatThrownBy(() -> connect(path, api.token, true))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        e -> assertThat(e.getResponse().statusCode()).isBetween(400, 404));
        assertThat(api.guest.tunnels).isEmpty();
    }

    @Test
    void aTunnelNeedsTheToken() {
        assertThatThrownBy(() -> connect("/sandboxes/s1/tunnel?port=7", "0".repeat(64), true))
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        e -> assertThat(e.getResponse().statusCode()).isEqualTo(401));
        assertThat(api.guest.tunnels).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"op\":\"open\"}", "{\"op\":\"eof\",\"more\":1}"})
    void anInvalidMessageEndsTheConnection(String word) throws Exception {
        Client client = opened(FakeTunnel.STUCK);
        client.text(word);
        assertThat(Objects.requireNonNull(client.next().problem()).code()).isEqualTo("request.invalid");
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1008);
        assertThat(tunnel().closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aLostClientEndsItsConnection() throws Exception {
        Client client = opened(FakeTunnel.STUCK);
        CompletableFuture<WebSocket> unread = client.socket.sendBinary(ByteBuffer.wrap(new byte[400_000]), true);
        FakeTunnel tunnel = tunnel();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> tunnel.in.written() >= 1 << 16);
        client.socket.abort();
        assertThat(tunnel.closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(unread).isNotNull();
    }

    @Test
    void aClientThatReadsNothingBlocksTheGuestWithoutBuffering() throws Exception {
        Client client = connect(FakeTunnel.FLOOD, false);
        FakeTunnel tunnel = tunnel();
        assertThat(SteadyNumber.of(tunnel.out::written)).isLessThan(64L << 20);
        client.socket.abort();
        assertThat(tunnel.closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void connectionsOfASandboxAreLimited() throws Exception {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < TunnelSockets.MOST; i++) {
            clients.add(opened(FakeTunnel.STUCK));
        }
        Client more = connect(FakeTunnel.STUCK, true);
        assertThat(Objects.requireNonNull(more.next().problem()).code()).isEqualTo("tunnel.too-many");
        clients.getFirst().socket.abort();
        assertThat(tunnel().closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> connect(FakeTunnel.STUCK, true).next().equals(TunnelMessage.OPEN));
        clients.forEach(client -> client.socket.abort());
    }

    @Test
    void endingTheServerEndsTheConnections() throws Exception {
        opened(FakeTunnel.STUCK);
        api.server.close();
        assertThat(tunnel().closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private FakeTunnel tunnel() throws InterruptedException {
        return Objects.requireNonNull(api.guest.tunnels.poll(SECONDS, TimeUnit.SECONDS));
    }

    private Client opened(int port) throws Exception {
        Client client = connect(port, true);
        assertThat(client.next()).isEqualTo(TunnelMessage.OPEN);
        return client;
    }

    private Client connect(int port, boolean reading) throws Exception {
        return connect("/sandboxes/s1/tunnel?port=" + port, api.token, reading);
    }

    private Client connect(String path, String token, boolean reading) throws Exception {
        Client client = new Client(reading);
        client.socket = api.http
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + token)
                .buildAsync(URI.create("ws://127.0.0.1:" + api.port() + path), client)
                .get(SECONDS, TimeUnit.SECONDS);
        return client;
    }

    /// The client's end of the socket.
    private static final class Client implements WebSocket.Listener {
        final BlockingQueue<TunnelMessage> words = new LinkedBlockingQueue<>();
        final CompletableFuture<Integer> code = new CompletableFuture<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final StringBuilder text = new StringBuilder();
        private final boolean reading;
        WebSocket socket;

        @SuppressWarnings("NullAway.Init")
        Client(boolean reading) {
            this.reading = reading;
        }

        void text(String words) throws Exception {
            socket.sendText(words, true).get(SECONDS, TimeUnit.SECONDS);
        }

        void send(byte[] bytes, int offset, int length) throws Exception {
            socket.sendBinary(ByteBuffer.wrap(bytes, offset, length), true).get(SECONDS, TimeUnit.SECONDS);
        }

        TunnelMessage next() throws InterruptedException {
            return Objects.requireNonNull(words.poll(SECONDS, TimeUnit.SECONDS));
        }

        synchronized byte[] bytes() {
            return bytes.toByteArray();
        }

        @Override
        public void onOpen(WebSocket webSocket) {
            if (reading) {
                webSocket.request(Long.MAX_VALUE);
            }
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                try {
                    words.add(ContractJson.readStrict(text.toString(), TunnelMessage.class));
                } catch (dev.belljar.contract.codec.JsonFault e) {
                    code.completeExceptionally(e);
                }
                text.setLength(0);
            }
            return null;
        }

        @Override
        public synchronized @Nullable CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer data, boolean last) {
            byte[] part = new byte[data.remaining()];
            data.get(part);
            bytes.writeBytes(part);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
            code.complete(statusCode);
            return null;
        }

        @Override
        public void onError(WebSocket webSocket, Throwable error) {
            code.completeExceptionally(error);
        }
    }
}
