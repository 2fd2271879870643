package dev.belljar.client;

import dev.belljar.contract.codec.Json;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.TerminalControl;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.TerminalExit;
import dev.belljar.contract.view.TerminalStarted;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A command's streams over one WebSocket.
///
/// The first text message asks for the command; binary messages carry a channel octet (0 input, 1 output, 2 error)
/// and bytes; the last text message from the other side says how it ended. Input waits until the former piece has
/// left; output is asked for one message at a time, so neither side runs ahead of the other.
final class SocketTerminal implements Terminal, WebSocket.Listener {
    private static final int PIECE = 16_384;

    private final TerminalListener listener;
    private final CompletableFuture<TerminalExit> exit = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private final ReentrantLock sending = new ReentrantLock();
    private @Nullable WebSocket socket;
    private int channel = -1;

    private SocketTerminal(TerminalListener listener) {
        this.listener = listener;
    }

    /// Opens the socket below this sandbox's path, whose first message is `asked`.
    static SocketTerminal open(Requests requests, String sandbox, String path, Object asked, TerminalListener listener)
            throws AgentException, InterruptedException {
        SocketTerminal terminal = new SocketTerminal(listener);
        try {
            terminal.socket = requests.http()
                    .newWebSocketBuilder()
                    .header("Authorization", requests.authorization())
                    .buildAsync(requests.socketUri(sandbox + path), terminal)
                    .get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                throw refusal(requests, sandbox, refused.getResponse().statusCode(), e);
            }
            throw Requests.unreachable(e.getCause() == null ? e : e.getCause());
        }
        try {
            terminal.sendText(Json.line(asked));
            return terminal;
        } catch (AgentException | InterruptedException e) {
            terminal.close();
            throw e;
        }
    }

    /// Why the socket was refused: Java hands over no body of a refused upgrade, so the sandbox itself is asked.
    private static AgentException refusal(Requests requests, String place, int status, Throwable cause)
            throws AgentException, InterruptedException {
        Sandbox sandbox = requests.get(place, Sandbox.class);
        String state = sandbox.status().state().name().toLowerCase(Locale.ROOT);
        return new AgentException(
                Problem.of(
                        new ProblemCode("sandbox.wrong-state", status),
                        "not running",
                        "sandbox %s is %s: expected it to be running and its guest agent to answer"
                                .formatted(sandbox.spec().name(), state),
                        "`belljar start " + sandbox.spec().name() + "` starts it."),
                cause);
    }

    @Override
    public void send(byte[] bytes, int offset, int length) throws AgentException, InterruptedException {
        for (int at = 0; at < length; at += PIECE) {
            int size = Math.min(PIECE, length - at);
            ByteBuffer piece = ByteBuffer.allocate(size + 1);
            piece.put((byte) 0).put(bytes, offset + at, size).flip();
            sending.lock();
            try {
                await(socket().sendBinary(piece, true));
            } finally {
                sending.unlock();
            }
        }
    }

    @Override
    public void eof() throws AgentException, InterruptedException {
        control(new TerminalControl("eof", null, null, null));
    }

    @Override
    public void resize(int rows, int cols) throws AgentException, InterruptedException {
        control(new TerminalControl("resize", rows, cols, null));
    }

    @Override
    public void signal(int number) throws AgentException, InterruptedException {
        control(new TerminalControl("signal", null, null, number));
    }

    @Override
    public CompletableFuture<TerminalExit> exit() {
        return exit;
    }

    @Override
    public void close() {
        socket().abort();
        exit.complete(gone("closed here"));
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        if (channel < 0 && data.hasRemaining()) {
            channel = data.get();
        }
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        if (bytes.length > 0 && channel == 2) {
            listener.error(bytes);
        } else if (bytes.length > 0) {
            listener.output(bytes);
        }
        if (last) {
            channel = -1;
        }
        from.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            ended(text.toString());
            text.setLength(0);
        }
        from.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        exit.complete(gone(reason.isEmpty() ? "closed with " + code : reason));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        exit.complete(gone(String.valueOf(error)));
    }

    private void ended(String message) {
        try {
            if (Json.readMap(message).containsKey("pid")) {
                listener.started(Json.read(message, TerminalStarted.class));
                return; // how it ends is told by another message
            }
            exit.complete(Json.read(message, TerminalExit.class));
        } catch (JsonFault e) {
            exit.complete(gone(String.valueOf(e.getMessage())));
        }
    }

    private void control(TerminalControl control) throws AgentException, InterruptedException {
        sendText(Json.line(control));
    }

    private void sendText(String message) throws AgentException, InterruptedException {
        sending.lock();
        try {
            await(socket().sendText(message, true));
        } finally {
            sending.unlock();
        }
    }

    private WebSocket socket() {
        WebSocket now = socket;
        if (now == null) {
            throw new IllegalStateException("the socket is set before the terminal is handed out");
        }
        return now;
    }

    private static void await(CompletableFuture<?> sent) throws AgentException, InterruptedException {
        try {
            sent.get();
        } catch (ExecutionException e) {
            throw Requests.unreachable(e.getCause() == null ? e : e.getCause());
        }
    }

    private static TerminalExit gone(String why) {
        return new TerminalExit(
                null,
                null,
                false,
                Problem.of(
                        ProblemCode.UNAVAILABLE, "connection ended", "the terminal's connection ended: " + why, null));
    }
}
