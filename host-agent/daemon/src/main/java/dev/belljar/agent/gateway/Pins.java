package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which names the gateway itself told a machine for an address, newest first; forgotten when their time is over.
///
/// A pin outlives the answer's own time, for programs keep addresses longer than they should; what it allows is
/// judged at every connection anew.
final class Pins {
    static final int MOST_ADDRESSES = 8_192;
    static final int MOST_NAMES = 16;
    private static final long SHORTEST_MILLIS = Duration.ofMinutes(10).toMillis();

    private final Clock clock;
    private final Map<IpAddress, Map<String, Long>> pins = new LinkedHashMap<>(64, 0.75f, true);

    Pins(Clock clock) {
        this.clock = clock;
    }

    /// Remembers that `name` was answered with `address`, good for so many seconds.
    void pin(String name, IpAddress address, long seconds) {
        if (pins.size() >= MOST_ADDRESSES && !pins.containsKey(address)) {
            pins.remove(pins.keySet().iterator().next());
        }
        Map<String, Long> names = pins.computeIfAbsent(address, any -> new LinkedHashMap<>());
        names.remove(name);
        if (names.size() >= MOST_NAMES) {
            names.remove(names.keySet().iterator().next());
        }
        names.put(name, clock.millis() + Math.max(SHORTEST_MILLIS, seconds * 1000));
    }

    /// The names an address was told for, the last told first.
    List<String> names(IpAddress address) {
        Map<String, Long> names = pins.get(address);
        if (names == null) {
            return List.of();
        }
        long now = clock.millis();
        names.values().removeIf(until -> until < now);
        if (names.isEmpty()) {
            pins.remove(address);
        }
        return new ArrayList<>(names.keySet()).reversed();
    }
}
