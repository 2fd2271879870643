package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.Sandboxes;
import dev.belljar.contract.problem.BelljarException;
import io.javalin.http.Context;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// The terminal sockets that are open, and the messages they get.
final class Terminals {
    static final String PATH = "/sandboxes/{id}/terminal";
    private static final long PING_SECONDS = 3;

    private final Sandboxes sandboxes;
    private final Duration patience;
    private final Map<String, TerminalSocket> open = new ConcurrentHashMap<>();

    Terminals(Sandboxes sandboxes, Duration patience) {
        this.sandboxes = sandboxes;
        this.patience = patience;
    }

    /// Refuses an upgrade for a sandbox that does not exist while it can still be answered in HTTP.
    void beforeUpgrade(Context context) throws BelljarException {
        sandboxes.get(Requests.sandbox(context));
    }

    void handle(WsConfig socket) {
        socket.onConnect(this::connected);
        socket.onMessage(message -> of(message).ifPresent(terminal -> terminal.text(message.message())));
        socket.onBinaryMessage(message -> of(message).ifPresent(terminal -> terminal.binary(message.data())));
        socket.onClose(this::gone);
        socket.onError(this::gone);
    }

    /// Ends every command that runs on a socket.
    void close() {
        open.values().forEach(TerminalSocket::close);
    }

    private void connected(WsContext context) {
        // A client that reads nothing for long is alive; one that is gone is found by a ping that cannot be sent.
        context.enableAutomaticPings(PING_SECONDS, TimeUnit.SECONDS);
        TerminalSocket terminal = new TerminalSocket(sandboxes, context.pathParam("id"), context.session);
        open.put(context.sessionId(), terminal);
        terminal.awaitCommand(patience);
    }

    private void gone(WsContext context) {
        TerminalSocket terminal = open.remove(context.sessionId());
        if (terminal != null) {
            terminal.close();
        }
    }

    private Optional<TerminalSocket> of(WsContext context) {
        return Optional.ofNullable(open.get(context.sessionId()));
    }
}
