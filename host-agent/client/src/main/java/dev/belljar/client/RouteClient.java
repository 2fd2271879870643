package dev.belljar.client;

import dev.belljar.contract.request.ChooseMain;
import dev.belljar.contract.request.ForwardPort;
import dev.belljar.contract.view.PortForward;
import dev.belljar.contract.view.RouteList;
import dev.belljar.contract.view.RouteTable;

/// A client of the API of routes and port forwards. `id` is a sandbox's id or name.
public interface RouteClient {
    /// `GET /routes`: the addresses of all sandboxes, and the web server.
    RouteList all() throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/routes`: the addresses of one sandbox, after polling its listening ports.
    RouteTable of(String id) throws AgentException, InterruptedException;

    /// `PUT /sandboxes/{id}/routes/main`: sets the port behind the sandbox's plain host name.
    RouteTable main(String id, ChooseMain request) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/forwards`: forwards a port of this host's loopback to a port of the guest.
    PortForward forward(String id, ForwardPort request) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}/forwards/{port}`: closes a port forward.
    PortForward unforward(String id, int host) throws AgentException, InterruptedException;
}
