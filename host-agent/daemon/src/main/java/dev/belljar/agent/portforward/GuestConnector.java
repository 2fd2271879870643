package dev.belljar.agent.portforward;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.contract.problem.BelljarException;
import java.util.Map;
import java.util.Set;

/// Connects to ports of running machines.
public interface GuestConnector {
    /// The maximum number of ports of one machine that are reachable at the same time.
    int MOST_PORTS = 64;

    /// The ids of all machines, running or not.
    Set<String> ids();

    /// The listening ports of each running machine, by machine id.
    Map<String, Set<Integer>> listening();

    /// A connection to a port on the guest's own loopback. May block.
    ///
    /// @throws BelljarException when the machine does not run or no program listens on the port
    GuestStream connect(String id, int port) throws BelljarException, InterruptedException;
}
