package dev.belljar.client;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.TerminalControl;
import dev.belljar.contract.view.session.TerminalExit;
import dev.belljar.contract.view.session.TerminalStarted;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/// A remote terminal over one WebSocket.
///
/// The first text message requests the command; binary messages contain a channel byte (0 input, 1 output, 2
/// error) and data; the last text message of the host agent says how the command ended. Input waits until the
/// previous piece was sent, and output is received one message at a time, so that neither side needs large
/// buffers.
final class SocketTerminal implements RemoteTerminal, WebSocketConnection.WebSocketListener {
    private static final int PIECE = 16_384;
    private static final byte STDERR = 2;

    private final WebSocketConnection socket;
    private final TerminalListener listener;
    private final CompletableFuture<TerminalExit> exit = new CompletableFuture<>();

    private SocketTerminal(WebSocketConnection socket, TerminalListener listener) {
        this.socket = socket;
        this.listener = listener;
    }

    /// Opens the socket on this path and sends `asked` as the first message.
    static SocketTerminal open(ApiRequests requests, String path, Object asked, TerminalListener listener)
            throws AgentException, InterruptedException {
        SocketTerminal terminal = new SocketTerminal(WebSocketConnection.open(requests, path), listener);
        terminal.socket.listen("terminal " + path, terminal);
        try {
            terminal.sendText(ContractJson.line(asked));
            return terminal;
        } catch (AgentException | InterruptedException e) {
            terminal.close();
            throw e;
        }
    }

    @Override
    public void send(byte[] bytes, int offset, int length) throws AgentException, InterruptedException {
        for (int at = 0; at < length; at += PIECE) {
            int size = Math.min(PIECE, length - at);
            byte[] piece = new byte[size + 1];
            System.arraycopy(bytes, offset + at, piece, 1, size);
            try {
                socket.binary(piece, 0, piece.length);
            } catch (IOException e) {
                throw ApiRequests.unreachable(e);
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
        exit.complete(gone("this program closed the connection"));
        socket.close();
    }

    @Override
    public void binary(byte[] message) {
        if (message.length <= 1) {
            return;
        }
        byte[] bytes = Arrays.copyOfRange(message, 1, message.length);
        if (message[0] == STDERR) {
            listener.error(bytes);
        } else {
            listener.output(bytes);
        }
    }

    @Override
    public void text(String message) {
        ended(message);
    }

    @Override
    public void closed(String why) {
        exit.complete(gone(why));
    }

    private void ended(String message) {
        try {
            if (ContractJson.readMap(message).containsKey("pid")) {
                listener.started(ContractJson.read(message, TerminalStarted.class));
                return; // another message says how it ends
            }
            exit.complete(ContractJson.read(message, TerminalExit.class));
        } catch (JsonFault e) {
            exit.complete(gone(String.valueOf(e.getMessage())));
        }
    }

    private void control(TerminalControl control) throws AgentException, InterruptedException {
        sendText(ContractJson.line(control));
    }

    private void sendText(String message) throws AgentException, InterruptedException {
        try {
            socket.text(message);
        } catch (IOException e) {
            throw ApiRequests.unreachable(e);
        }
    }

    private static TerminalExit gone(String why) {
        return new TerminalExit(
                null,
                null,
                false,
                Problem.of(
                        ProblemCode.UNAVAILABLE,
                        "connection closed",
                        "the connection to the terminal was closed: " + why,
                        null));
    }
}
