package dev.belljar.agent.sandbox;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.ChooseMain;
import dev.belljar.contract.request.ForwardPort;
import dev.belljar.contract.view.PortForward;
import dev.belljar.contract.view.RouteList;
import dev.belljar.contract.view.RouteTable;

/// The addresses of sandboxes on this host, as the API offers them. `id` is a sandbox's id or its name.
public interface RouteController {
    /// All of them, from memory.
    RouteList all() throws BelljarException;

    /// Those of one sandbox, after a look at what it listens on now.
    RouteTable of(String id) throws BelljarException, InterruptedException;

    /// Has the sandbox's plain name lead to a port of a person's choice, or to the likeliest again.
    RouteTable main(String id, ChooseMain wanted) throws BelljarException, InterruptedException;

    /// Opens a port of this host's loopback that leads to one of the guest's.
    PortForward forward(String id, ForwardPort wanted) throws BelljarException;

    /// Closes it.
    PortForward unforward(String id, int host) throws BelljarException;
}
