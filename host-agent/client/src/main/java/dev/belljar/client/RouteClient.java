package dev.belljar.client;

import dev.belljar.contract.request.ChooseMain;
import dev.belljar.contract.request.ForwardPort;
import dev.belljar.contract.view.PortForward;
import dev.belljar.contract.view.RouteList;
import dev.belljar.contract.view.RouteTable;

/// The part of the API that is about addresses which lead into machines. `id` is a sandbox's id or name.
public interface RouteClient {
    /// `GET /routes`: every address, and the server that answers there.
    RouteList all() throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/routes`: those of one sandbox, after a look at what listens in it.
    RouteTable of(String id) throws AgentException, InterruptedException;

    /// `PUT /sandboxes/{id}/routes/main`: where its plain name leads.
    RouteTable main(String id, ChooseMain request) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/forwards`: opens a port of this host's loopback that leads to a guest's.
    PortForward forward(String id, ForwardPort request) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}/forwards/{port}`: closes it.
    PortForward unforward(String id, int host) throws AgentException, InterruptedException;
}
