package dev.belljar.agent.portforward;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Limits the number of simultaneous connections into each machine, of routes and port forwards together. Each
/// connection uses one of the 256 streams of the guest link; 32 terminals with 2 each and 48 tunnels use 112 at
/// most, and 48 remain for the host agent's own commands and for the session. Thread-safe.
public final class ConnectionSlots {
    static final int MOST = 96;

    private final Map<String, Semaphore> machines = new ConcurrentHashMap<>();

    /// The slots of one machine.
    Semaphore of(String id) {
        return machines.computeIfAbsent(id, any -> new Semaphore(MOST));
    }

    /// Forgets the slots of all machines except these. Ids are never reused.
    void keep(Set<String> ids) {
        machines.keySet().retainAll(ids);
    }
}
