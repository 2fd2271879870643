package dev.belljar.agent.access;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.network.ChooseMain;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.view.network.PortForward;
import dev.belljar.contract.view.network.RouteList;
import dev.belljar.contract.view.network.RouteTable;

/// The addresses of sandboxes on this host, as the API offers them. `id` is a sandbox's id or its name.
public interface RouteOperations {
    /// The addresses of all sandboxes, from memory.
    RouteList all() throws BelljarException;

    /// The addresses of one sandbox, after polling its listening ports.
    RouteTable of(String id) throws BelljarException, InterruptedException;

    /// Sets the port behind the sandbox's plain host name, or returns to the most likely dev server.
    RouteTable main(String id, ChooseMain request) throws BelljarException, InterruptedException;

    /// Forwards a port of this host's loopback to a port of the guest.
    PortForward forward(String id, ForwardPort request) throws BelljarException;

    /// Closes a port forward.
    PortForward unforward(String id, int host) throws BelljarException;
}
