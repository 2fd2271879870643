package dev.belljar.agent.route;

import dev.belljar.agent.portforward.PortForwardException;
import dev.belljar.contract.request.ForwardPort;
import dev.belljar.contract.view.DoctorCheck;
import dev.belljar.contract.view.PortForward;
import dev.belljar.contract.view.RouteServer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The way from a browser on this host into machines. Nothing here waits for anything slow.
public interface GuestConnections extends AutoCloseable {
    /// Begins to serve these sandboxes; what is in its way is told by `server`.
    void serve(SandboxSites sites);

    /// How the server stands.
    RouteServer server();

    /// The address of a sandbox's port, or of its main one, that works here.
    String url(String name, @Nullable Integer port);

    /// What is told by the doctor.
    List<DoctorCheck> checks();

    /// Opens a port of `127.0.0.1` that leads to a sandbox's, or keeps the one there is for another while.
    ///
    /// @throws PortForwardException when the number is none, or the port is taken
    PortForward forward(String id, ForwardPort wanted) throws PortForwardException;

    /// Closes such a port.
    ///
    /// @throws PortForwardException when there is none
    PortForward unforward(String id, int host) throws PortForwardException;

    /// Those of one sandbox.
    List<PortForward> forwards(String id);

    @Override
    void close();

    /// No addresses at all.
    GuestConnections NONE = new GuestConnections() {
        @Override
        public void serve(SandboxSites sites) {}

        @Override
        public RouteServer server() {
            return new RouteServer("missing", "addresses are switched off", 0, 0, null, OuterName.LOCALHOST);
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
        public PortForward forward(String id, ForwardPort wanted) throws PortForwardException {
            throw new PortForwardException(PortForwardException.NO_FORWARD, "addresses are switched off", null, null);
        }

        @Override
        public PortForward unforward(String id, int host) throws PortForwardException {
            throw new PortForwardException(PortForwardException.NO_FORWARD, "addresses are switched off", null, null);
        }

        @Override
        public List<PortForward> forwards(String id) {
            return List.of();
        }

        @Override
        public void close() {}
    };
}
