package dev.belljar.agent.api.socket;

import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.contract.problem.BelljarException;
import io.javalin.http.Context;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsContext;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The open tunnel sockets; passes messages on to them.
public final class TunnelSockets {
    /// The most tunnels of one sandbox, each of which takes one of the guest link's 256 streams. Terminals take
    /// up to 64, routes and port forwards up to 96.
    public static final int MOST = 48;

    private static final long PING_SECONDS = 3;
    private static final int PORTS = 65_535;

    private final SandboxService sandboxes;
    private final GuestService guests;
    private final Map<String, TunnelSocket> open = new ConcurrentHashMap<>();

    public TunnelSockets(SandboxService sandboxes, GuestService guests) {
        this.sandboxes = sandboxes;
        this.guests = guests;
    }

    /// Refuses the upgrade when there is no such sandbox or port, while the refusal can still be sent as an HTTP
    /// response.
    public void beforeUpgrade(Context context) throws BelljarException {
        port(context.queryParam("port"));
        sandboxes.requireUnreserved(RequestReader.sandbox(context));
    }

    public void handle(WsConfig socket) {
        socket.onConnect(this::connected);
        socket.onMessage(message -> of(message).ifPresent(tunnel -> tunnel.text(message.message())));
        socket.onBinaryMessage(message -> of(message).ifPresent(tunnel -> tunnel.binary(message.data())));
        socket.onClose(this::gone);
        socket.onError(this::gone);
    }

    /// Closes all tunnels.
    public void close() {
        open.values().forEach(TunnelSocket::close);
    }

    private void connected(WsContext context) throws BelljarException {
        // A client that vanished is found by a ping that cannot be sent.
        context.enableAutomaticPings(PING_SECONDS, TimeUnit.SECONDS);
        String sandbox = sandboxes.get(context.pathParam("id")).id();
        TunnelSocket tunnel = new TunnelSocket(guests, sandbox, port(context.queryParam("port")), context.session);
        if (taken(context.sessionId(), tunnel)) {
            tunnel.begin();
        } else {
            tunnel.refuse(ApiException.tooManyTunnels(MOST));
        }
    }

    private synchronized boolean taken(String session, TunnelSocket tunnel) {
        long running = open.values().stream()
                .filter(other -> other.sandbox().equals(tunnel.sandbox()))
                .count();
        if (running >= MOST) {
            return false;
        }
        open.put(session, tunnel);
        return true;
    }

    private void gone(WsContext context) {
        TunnelSocket tunnel = open.remove(context.sessionId());
        if (tunnel != null) {
            tunnel.close();
        }
    }

    private Optional<TunnelSocket> of(WsContext context) {
        return Optional.ofNullable(open.get(context.sessionId()));
    }

    private static int port(@Nullable String port) throws ApiException {
        return (int) RequestReader.number("port", RequestReader.given("port", port), 1, PORTS);
    }
}
