package dev.belljar.agent.api.socket;

import dev.belljar.agent.access.AttachedTerminal;
import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.access.SessionService;
import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.api.socket.TerminalSocket.Opened;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.session.TerminalStarted;
import io.javalin.http.Context;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// The open terminal sockets; passes messages on to them.
public final class TerminalSockets {
    /// The most terminals of one sandbox. A command takes one of the guest link's 256 streams, a session two,
    /// and a third while it is asked something. Tunnels take up to 48, routes and port forwards up to 96.
    public static final int MOST = 32;

    private static final long PING_SECONDS = 3;

    private final SandboxService sandboxes;
    private final GuestService guests;
    private final SessionService sessions;
    private final Duration patience;
    private final Map<String, TerminalSocket> open = new ConcurrentHashMap<>();

    public TerminalSockets(SandboxService sandboxes, GuestService guests, SessionService sessions, Duration patience) {
        this.sandboxes = sandboxes;
        this.guests = guests;
        this.sessions = sessions;
        this.patience = patience;
    }

    /// Refuses the upgrade when the sandbox does not exist or cannot be used, while the refusal can still be
    /// sent as an HTTP response.
    public void beforeUpgrade(Context context) throws BelljarException {
        sandboxes.requireUnreserved(RequestReader.sandbox(context));
    }

    /// Sets up the sockets that run a command each.
    public void commands(WsConfig socket) {
        handle(socket, (sandbox, message) -> {
            ExecCommand command = RequestReader.command(RequestReader.strict(message, ExecCommand.class));
            GuestExec exec = guests.open(sandbox, command);
            return new Opened(exec, new TerminalStarted(exec.pid(), null, null));
        });
    }

    /// Sets up the sockets that are a terminal of the sandbox's session each.
    public void sessions(WsConfig socket) {
        handle(socket, (sandbox, message) -> {
            AttachSession asked = RequestReader.strict(message, AttachSession.class);
            TerminalSocket.size("rows", asked.rows());
            TerminalSocket.size("cols", asked.cols());
            AttachedTerminal attached = sessions.attach(sandbox, asked);
            return new Opened(
                    attached.exec(), new TerminalStarted(attached.exec().pid(), attached.session(), attached.by()));
        });
    }

    private interface Opening {
        Opened open(String sandbox, String message) throws BelljarException, InterruptedException;
    }

    private void handle(WsConfig socket, Opening opening) {
        socket.onConnect(context -> connected(context, opening));
        socket.onMessage(message -> of(message).ifPresent(terminal -> terminal.text(message.message())));
        socket.onBinaryMessage(message -> of(message).ifPresent(terminal -> terminal.binary(message.data())));
        socket.onClose(this::gone);
        socket.onError(this::gone);
    }

    /// Ends the commands of all sockets.
    public void close() {
        open.values().forEach(TerminalSocket::close);
    }

    private void connected(WsContext context, Opening opening) throws BelljarException {
        // A client that sends nothing for long may be alive; a client that is gone is found by a ping that
        // cannot be sent.
        context.enableAutomaticPings(PING_SECONDS, TimeUnit.SECONDS);
        Sandbox of = sandboxes.get(context.pathParam("id"));
        String sandbox = of.id();
        TerminalSocket terminal =
                new TerminalSocket(message -> opening.open(sandbox, message), sandbox, context.session);
        if (taken(context.sessionId(), terminal)) {
            terminal.awaitCommand(patience);
        } else {
            terminal.refuse(ApiException.tooManyTerminals(of.spec().name(), MOST));
        }
    }

    private synchronized boolean taken(String session, TerminalSocket terminal) {
        long running = open.values().stream()
                .filter(other -> other.sandbox().equals(terminal.sandbox()))
                .count();
        if (running >= MOST) {
            return false;
        }
        open.put(session, terminal);
        return true;
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
