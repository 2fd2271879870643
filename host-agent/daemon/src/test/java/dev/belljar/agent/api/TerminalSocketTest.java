package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.api.socket.TerminalSockets;
import dev.belljar.agent.host.SteadyNumber;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.session.TerminalExit;
import dev.belljar.contract.view.session.TerminalStarted;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

/// Tests a command on a WebSocket: bytes in both directions, its end, and either side leaving first.
@Timeout(300)
@Tag("slow")
class TerminalSocketTest {
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
    void bytesAreEchoedAndTheExitIsReported() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("cat")));
        assertThat(ContractJson.readStrict(client.nextText(), TerminalStarted.class)
                        .pid())
                .isEqualTo(4_242);
        byte[] sent = new byte[700_000];
        new Random(7).nextBytes(sent);
        for (int at = 0; at < sent.length; at += 70_000) {
            client.input(sent, at, 70_000);
        }
        client.text("{\"op\":\"eof\"}");
        assertThat(ContractJson.readStrict(client.nextText(), TerminalExit.class))
                .isEqualTo(new TerminalExit(0, null, false, null));
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1000);
        assertThat(client.bytes(1)).isEqualTo(sent);
    }

    @Test
    void aSessionIsAttachedLikeACommand() throws Exception {
        Client client = connect("/sandboxes/s1/session/terminal", true);
        client.text("{\"watch\":false,\"rows\":30,\"cols\":100}");
        TerminalStarted started = ContractJson.readStrict(client.nextText(), TerminalStarted.class);
        assertThat(started.session()).isEqualTo("main");
        assertThat(started.by()).isEqualTo("zellij");
        byte[] typed = "ls\r".getBytes(StandardCharsets.UTF_8);
        client.input(typed, 0, typed.length);
        client.text("{\"op\":\"eof\"}");
        assertThat(ContractJson.readStrict(client.nextText(), TerminalExit.class)
                        .code())
                .isZero();
        assertThat(client.bytes(1)).isEqualTo(typed);
        ExecCommand attached = api.guest.commands.remove();
        assertThat(attached.argv()).containsExactly("/opt/belljar/bin/zellij", "attach", "main");
        assertThat(attached.rows()).isEqualTo(30);
        assertThat(attached.cols()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"watch\":false,\"rows\":0,\"cols\":100}",
                "{\"watch\":false,\"rows\":30,\"cols\":100000}",
                "{\"watch\":false,\"rows\":30,\"cols\":100,\"argv\":[\"sh\"]}",
                "{\"argv\":[\"cat\"]}"
            })
    void anInvalidAttachmentEndsTheSocket(String first) throws Exception {
        Client client = connect("/sandboxes/s1/session/terminal", true);
        client.text(first);
        assertThat(problem(client).code()).isEqualTo("request.invalid");
        assertThat(api.guest.opened).isEmpty();
    }

    @Test
    void errorsHaveTheirOwnChannelAndTheExitCodeComesLast() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("err", "oh no")));
        client.nextText();
        assertThat(ContractJson.read(client.nextText(), TerminalExit.class).code())
                .isEqualTo(3);
        assertThat(new String(client.bytes(2), StandardCharsets.UTF_8)).isEqualTo("oh no");
        assertThat(client.bytes(1)).isEmpty();
    }

    @Test
    void sizeAndSignalsReachTheCommand() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("stuck")));
        client.nextText();
        client.text("{\"op\":\"resize\",\"rows\":40,\"cols\":120}");
        client.text("{\"op\":\"signal\",\"signal\":15}");
        assertThat(ContractJson.read(client.nextText(), TerminalExit.class).signal())
                .isEqualTo(15);
        assertThat(exec().controls).containsExactly("resize 40 120", "signal 15");
    }

    @Test
    void aCommandThatCannotBeStartedIsAProblem() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("refused")));
        assertThat(problem(client).code()).isEqualTo("guest.refused");
    }

    @Test
    void aLinkThatBreaksIsAProblem() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("broken")));
        client.nextText();
        assertThat(problem(client).code()).isEqualTo("guest.unreachable");
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "{\"argv\":[\"cat\"],\"env\":{},\"surprise\":1}", "{\"op\":\"eof\"}", "{\"argv\":[]}"})
    void anInvalidFirstMessageEndsTheSocket(String first) throws Exception {
        Client client = connect(true);
        client.text(first);
        assertThat(problem(client).code()).isEqualTo("request.invalid");
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1008);
        assertThat(api.guest.opened).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"op\":\"resize\",\"rows\":0,\"cols\":10}",
                "{\"op\":\"resize\"}",
                "{\"op\":\"signal\",\"signal\":400}",
                "{\"op\":\"dance\"}",
                "not json"
            })
    void anInvalidControlMessageEndsTheCommand(String control) throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("stuck")));
        client.nextText();
        client.text(control);
        assertThat(problem(client).code()).isEqualTo("request.invalid");
        assertThat(exec().closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void inputBeforeTheCommandEndsTheSocket() throws Exception {
        Client client = connect(true);
        client.input(new byte[] {1}, 0, 1);
        assertThat(problem(client).code()).isEqualTo("request.invalid");
    }

    @Test
    void inputSentWhileTheCommandStartsIsDelivered() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("late")));
        client.input(new byte[] {1, 2, 3}, 0, 3);
        client.text("{\"op\":\"eof\"}");
        api.guest.begin.countDown();
        client.nextText();
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1000);
        assertThat(client.bytes(1)).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000})
    void aClientThatLeavesDuringAStartCancelsTheStart(int typed) throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("late")));
        if (typed > 0) {
            client.text("{\"op\":\"resize\",\"rows\":40,\"cols\":120}");
            client.input(new byte[typed], 0, typed);
        }
        assertThat(api.guest.late.tryAcquire(SECONDS, TimeUnit.SECONDS)).isTrue();
        client.socket.sendClose(1000, "").get(SECONDS, TimeUnit.SECONDS);
        assertThat(api.guest.givenUp.get(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(api.guest.opened).isEmpty();
    }

    @Test
    void anUnexpectedErrorOnOpeningIsReported() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("bug")));
        assertThat(problem(client).detail()).doesNotContain("secret detail");
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1008);
    }

    @Test
    void aSilentClientIsDisconnected() throws Exception {
        api.close();
        api = new ApiFixture(folder.resolve("hasty"), Duration.ofSeconds(60), Duration.ofSeconds(1)).running();
        Client client = connect(true);
        assertThat(problem(client).detail()).contains("within");
        assertThat(client.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1008);
    }

    @Test
    void aLostClientEndsItsCommand() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("stuck")));
        client.nextText();
        client.socket.abort();
        assertThat(exec().closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aLostClientEndsItsCommandWhileInputIsUnread() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("stuck")));
        client.nextText();
        FakeExec exec = exec();
        CompletableFuture<WebSocket> unread = client.socket.sendBinary(ByteBuffer.wrap(new byte[400_000]), true);
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> exec.in.written() >= 1 << 16);
        client.socket.abort();
        assertThat(exec.closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(unread).isNotNull();
    }

    @Test
    void aClientThatReadsNothingBlocksTheCommandWithoutBuffering() throws Exception {
        Client client = connect(false);
        client.text(ContractJson.line(ExecCommand.of("flood")));
        FakeExec exec = exec();
        // The kernel's buffers for a loopback connection hold a few MiB; a server that buffered would never stop.
        assertThat(SteadyNumber.of(exec.out::written)).isLessThan(64L << 20);
        client.socket.abort();
        assertThat(exec.closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void commandsThatDoNotReadInputBlockOnlyTheirOwnSockets() throws Exception {
        List<Client> clients = new ArrayList<>();
        List<CompletableFuture<WebSocket>> unread = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            Client client = connect(true);
            client.text(ContractJson.line(ExecCommand.of("stuck")));
            client.nextText();
            unread.add(client.socket.sendBinary(ByteBuffer.wrap(new byte[200_000]), true));
            clients.add(client);
        }
        assertThat(api.get("/sandboxes").statusCode()).isEqualTo(200);
        Client more = connect(true);
        more.text(ContractJson.line(ExecCommand.of("err", "fine")));
        more.nextText();
        assertThat(ContractJson.read(more.nextText(), TerminalExit.class).code())
                .isEqualTo(3);
        assertThat(unread).hasSameSizeAs(clients);
        clients.forEach(client -> client.socket.abort());
    }

    @Test
    void anExcessTerminalIsRefusedUntilAnotherEnds() throws Exception {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < TerminalSockets.MOST; i++) {
            // The name and the id denote the same sandbox.
            Client client = connect("/sandboxes/%s/terminal".formatted(i % 2 == 0 ? "s1" : "shop"), true);
            client.text(ContractJson.line(ExecCommand.of("stuck")));
            client.nextText();
            clients.add(client);
        }
        Client more = connect("/sandboxes/shop/session/terminal", true);
        Problem problem = problem(more);
        assertThat(problem.code()).isEqualTo("terminal.too-many");
        assertThat(problem.detail()).isEqualTo("the limit of 32 terminals and commands in shop has been reached");
        assertThat(problem.hint()).contains("Close one of this sandbox's terminal tabs");
        assertThat(more.code.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(1008);
        clients.removeFirst().socket.abort();
        assertThat(exec().closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(runsOnce()).isTrue();
        clients.forEach(client -> client.socket.abort());
    }

    /// Whether a command can be run; a socket's slot is freed a moment after its command has ended.
    private boolean runsOnce() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (System.nanoTime() < deadline) {
            Client client = connect(true);
            client.text(ContractJson.line(ExecCommand.of("err", "fine")));
            String first = client.nextText();
            if (!first.contains("terminal.too-many")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void endingTheServerEndsTheCommands() throws Exception {
        Client client = connect(true);
        client.text(ContractJson.line(ExecCommand.of("stuck")));
        client.nextText();
        api.server.close();
        assertThat(exec().closed.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private FakeExec exec() throws InterruptedException {
        FakeExec exec = api.guest.opened.poll(SECONDS, TimeUnit.SECONDS);
        assertThat(exec).isNotNull();
        return Objects.requireNonNull(exec);
    }

    private static Problem problem(Client client) throws Exception {
        return Objects.requireNonNull(
                ContractJson.read(client.nextText(), TerminalExit.class).problem());
    }

    private Client connect(boolean reading) throws Exception {
        return connect("/sandboxes/s1/terminal", reading);
    }

    private Client connect(String path, boolean reading) throws Exception {
        Client client = new Client(reading);
        URI uri = URI.create("ws://127.0.0.1:" + api.port() + path);
        client.socket = api.http
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + api.token)
                .buildAsync(uri, client)
                .get(SECONDS, TimeUnit.SECONDS);
        return client;
    }

    /// The client's end of the socket.
    private static final class Client implements WebSocket.Listener {
        final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        final CompletableFuture<Integer> code = new CompletableFuture<>();
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();
        private final ByteArrayOutputStream[] channels = {
            new ByteArrayOutputStream(), new ByteArrayOutputStream(), new ByteArrayOutputStream()
        };
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

        void input(byte[] bytes, int offset, int length) throws Exception {
            ByteBuffer framed = ByteBuffer.allocate(length + 1).put((byte) 0).put(bytes, offset, length);
            socket.sendBinary(framed.flip(), true).get(SECONDS, TimeUnit.SECONDS);
        }

        String nextText() throws InterruptedException {
            String next = texts.poll(SECONDS, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            return Objects.requireNonNull(next);
        }

        synchronized byte[] bytes(int channel) {
            return channels[channel].toByteArray();
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
                texts.add(text.toString());
                text.setLength(0);
            }
            return null;
        }

        @Override
        public synchronized @Nullable CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer data, boolean last) {
            byte[] part = new byte[data.remaining()];
            data.get(part);
            message.writeBytes(part);
            if (last) {
                byte[] whole = message.toByteArray();
                channels[whole[0]].write(whole, 1, whole.length - 1);
                message.reset();
            }
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
