package dev.belljar.agent.route;

import dev.belljar.agent.portforward.PortForwardException;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.network.PortForward;
import dev.belljar.contract.view.network.RouteServer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Connections from a browser on this host into machines. No method blocks for long.
public interface GuestConnections extends AutoCloseable {
    /// Begins to serve these sandboxes; `server` reports what prevents it.
    void serve(SandboxSites sites);

    /// The state of the server.
    RouteServer server();

    /// The address of a sandbox's port, or of its main port if null, that works on this host.
    String url(String name, @Nullable Integer port);

    /// The doctor's checks of routes.
    List<DoctorCheck> checks();

    /// Forwards a port of `127.0.0.1` to a sandbox's port, or extends such a port forward.
    ///
    /// @throws PortForwardException when the number is not a port, or the port is in use
    PortForward forward(String id, ForwardPort request) throws PortForwardException;

    /// Closes a port forward.
    ///
    /// @throws PortForwardException when there is none
    PortForward unforward(String id, int host) throws PortForwardException;

    /// The port forwards of one sandbox.
    List<PortForward> forwards(String id);

    @Override
    void close();

    /// No addresses at all.
    GuestConnections NONE = new GuestConnections() {
        @Override
        public void serve(SandboxSites sites) {}

        @Override
        public RouteServer server() {
            return new RouteServer("missing", "browser addresses are turned off", 0, 0, null, OuterName.LOCALHOST);
        }

        @Override
        public String url(String name, @Nullable Integer port) {
            return "https://" + OuterName.first(DnsLabels.of(name), port) + "." + OuterName.LOCALHOST + "/";
        }

        @Override
        public List<DoctorCheck> checks() {
            return List.of();
        }

        @Override
        public PortForward forward(String id, ForwardPort request) throws PortForwardException {
            throw new PortForwardException(
                    PortForwardException.NO_FORWARD,
                    "port forwarding is unavailable because browser addresses are turned off",
                    null,
                    null);
        }

        @Override
        public PortForward unforward(String id, int host) throws PortForwardException {
            throw new PortForwardException(
                    PortForwardException.NO_FORWARD,
                    "port forwarding is unavailable because browser addresses are turned off",
                    null,
                    null);
        }

        @Override
        public List<PortForward> forwards(String id) {
            return List.of();
        }

        @Override
        public void close() {}
    };
}
