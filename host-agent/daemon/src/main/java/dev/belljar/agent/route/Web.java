package dev.belljar.agent.route;

import dev.belljar.agent.passage.PassageException;
import dev.belljar.contract.request.ForwardPort;
import dev.belljar.contract.view.Check;
import dev.belljar.contract.view.PortForward;
import dev.belljar.contract.view.RouteServer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The way from a browser on this host into machines. Nothing here waits for anything slow.
public interface Web extends AutoCloseable {
    /// Begins to serve these sandboxes; what is in its way is told by `server`.
    void serve(Sites sites);

    /// How the server stands.
    RouteServer server();

    /// The address of a sandbox's port, or of its main one, that works here.
    String url(String name, @Nullable Integer port);

    /// What is told by the doctor.
    List<Check> checks();

    /// Opens a port of `127.0.0.1` that leads to a sandbox's, or keeps the one there is for another while.
    ///
    /// @throws PassageException when the number is none, or the port is taken
    PortForward forward(String id, ForwardPort wanted) throws PassageException;

    /// Closes such a port.
    ///
    /// @throws PassageException when there is none
    PortForward unforward(String id, int host) throws PassageException;

    /// Those of one sandbox.
    List<PortForward> forwards(String id);

    @Override
    void close();

    /// No addresses at all.
    Web NONE = new Web() {
        @Override
        public void serve(Sites sites) {}

        @Override
        public RouteServer server() {
            return new RouteServer("missing", "addresses are switched off", 0, 0, null, OuterName.LOCALHOST);
        }

        @Override
        public String url(String name, @Nullable Integer port) {
            return "https://" + OuterName.first(Labels.of(name), port) + "." + OuterName.LOCALHOST + "/";
        }

        @Override
        public List<Check> checks() {
            return List.of();
        }

        @Override
        public PortForward forward(String id, ForwardPort wanted) throws PassageException {
            throw new PassageException(PassageException.NO_FORWARD, "addresses are switched off", null, null);
        }

        @Override
        public PortForward unforward(String id, int host) throws PassageException {
            throw new PassageException(PassageException.NO_FORWARD, "addresses are switched off", null, null);
        }

        @Override
        public List<PortForward> forwards(String id) {
            return List.of();
        }

        @Override
        public void close() {}
    };
}
