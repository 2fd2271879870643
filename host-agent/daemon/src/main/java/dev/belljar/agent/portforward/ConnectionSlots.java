package dev.belljar.agent.portforward;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// How many connections lead into each machine at the same time, those of its addresses and of forwarded ports
/// together. Each takes one of the 256 streams of the guest link; 32 terminals with 2 each and 48 tunnels take 112 at
/// most, and 48 are left for commands of the host agent's own and for questions to the session. Safe for several
/// threads.
public final class ConnectionSlots {
    static final int MOST = 96;

    private final Map<String, Semaphore> machines = new ConcurrentHashMap<>();

    /// Those of one machine.
    Semaphore of(String id) {
        return machines.computeIfAbsent(id, any -> new Semaphore(MOST));
    }

    /// Forgets those of all machines but these. Ids are not used again.
    void keep(Set<String> ids) {
        machines.keySet().retainAll(ids);
    }
}
