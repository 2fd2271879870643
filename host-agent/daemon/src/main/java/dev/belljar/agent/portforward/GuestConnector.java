package dev.belljar.agent.portforward;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.contract.problem.BelljarException;
import java.util.Map;
import java.util.Set;

/// The machines that ways lead into.
public interface GuestConnector {
    /// How many ports of one machine have a way at the same time.
    int MOST_PORTS = 64;

    /// The ids of all of them, whether they run or not.
    Set<String> ids();

    /// The ports something listens on, by the ids of the machines that run.
    Map<String, Set<Integer>> listening();

    /// A connection to a port on the guest's own loopback. May block.
    ///
    /// @throws BelljarException when it does not run or nothing listens
    GuestStream connect(String id, int port) throws BelljarException, InterruptedException;
}
