package dev.belljar.agent.portforward;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Fake machines whose ports all lead to one server of this host.
final class FakeGuests implements GuestConnector {
    final Map<String, Set<Integer>> listening = new ConcurrentHashMap<>();
    private final int inside;

    FakeGuests(int inside) {
        this.inside = inside;
    }

    @Override
    public Set<String> ids() {
        return listening.keySet();
    }

    @Override
    public Map<String, Set<Integer>> listening() {
        return Map.copyOf(listening);
    }

    @Override
    public GuestStream connect(String id, int port) throws GuestException {
        return LoopbackStream.to(inside);
    }
}
