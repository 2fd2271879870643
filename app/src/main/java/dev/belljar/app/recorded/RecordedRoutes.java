package dev.belljar.app.recorded;

import dev.belljar.client.AgentException;
import dev.belljar.contract.request.network.ChooseMain;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.PortForward;
import dev.belljar.contract.view.network.RouteList;
import dev.belljar.contract.view.network.RouteRow;
import dev.belljar.contract.view.network.RouteServer;
import dev.belljar.contract.view.network.RouteTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Routes of a dev server and its API, for every recorded sandbox that is running.
final class RecordedRoutes {
    private static final RouteServer SERVER = new RouteServer(
            "running", "Caddy 2.6.2 serves HTTPS on port 8443", 8443, 8480, "/root.crt", "sandbox.localhost");

    private final RecordedSandboxes sandboxes;
    private volatile boolean servesTerminal;

    RecordedRoutes(RecordedSandboxes sandboxes) {
        this.sandboxes = sandboxes;
    }

    /// Adds a terminal page to the routes of every running sandbox.
    void serveTerminal() {
        servesTerminal = true;
    }

    public RouteList all() throws AgentException {
        return new RouteList(SERVER, sandboxes.list().stream().map(this::table).toList());
    }

    public RouteTable of(String id) throws AgentException {
        return table(sandboxes.get(id));
    }

    public RouteTable main(String id, ChooseMain request) throws AgentException {
        return of(id);
    }

    public PortForward forward(String id, ForwardPort request) {
        return new PortForward(request.guest(), request.guest());
    }

    public PortForward unforward(String id, int host) {
        return new PortForward(host, host);
    }

    private RouteTable table(Sandbox sandbox) {
        String name = sandbox.spec().name();
        boolean runs = sandbox.status().state() == SandboxState.RUNNING;
        List<RouteRow> ports = new ArrayList<>();
        if (runs) {
            ports.add(new RouteRow(5173, "node", url(name, 5173), true, null));
            ports.add(new RouteRow(8000, "python3", url(name, 8000), false, null));
        }
        if (runs && servesTerminal) {
            ports.add(new RouteRow(8082, "zellij", url(name, 8082), false, "terminal"));
        }
        return new RouteTable(
                sandbox.id(),
                name,
                url(name, null),
                "https://agent-" + name + ".sandbox.localhost:8443/",
                runs ? 5173 : null,
                false,
                ports,
                0,
                List.of());
    }

    private static String url(String name, @Nullable Integer port) {
        return "https://" + (port == null ? "" : port + "-") + name + ".sandbox.localhost:8443/";
    }
}
