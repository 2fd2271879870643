package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which names the gateway itself told a machine for an address, newest first; forgotten when their time is over.
///
/// A pin outlives the answer's own time, for programs keep addresses longer than they should; what it allows is
/// judged at every connection anew.
final class DnsPins {
    static final int MOST_ADDRESSES = 8_192;
    static final int MOST_NAMES = 16;
    /// What all names together may take, in bytes.
    static final int MOST_BYTES = 2 << 20;
    /// What the heap needs for a name beside its letters.
    private static final int NAME_COST = 128;
    private static final long SHORTEST_MILLIS = Duration.ofMinutes(10).toMillis();

    private final Clock clock;
    private int bytes;
    private final Map<IpAddress, Map<String, Long>> pins = new LinkedHashMap<>(64, 0.75f, true);

    DnsPins(Clock clock) {
        this.clock = clock;
    }

    /// Remembers that `name` was answered with `address`, good for so many seconds.
    void pin(String name, IpAddress address, long seconds) {
        if (pins.size() >= MOST_ADDRESSES && !pins.containsKey(address)) {
            forgetOldest();
        }
        Map<String, Long> names = pins.computeIfAbsent(address, any -> new LinkedHashMap<>());
        if (names.remove(name) == null) {
            bytes += cost(name);
        }
        if (names.size() >= MOST_NAMES) {
            String oldest = names.keySet().iterator().next();
            names.remove(oldest);
            bytes -= cost(oldest);
        }
        names.put(name, clock.millis() + Math.max(SHORTEST_MILLIS, seconds * 1000));
        while (bytes > MOST_BYTES && pins.size() > 1) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        Iterator<Map<String, Long>> all = pins.values().iterator();
        all.next().keySet().forEach(name -> bytes -= cost(name));
        all.remove();
    }

    private static int cost(String name) {
        return name.length() + NAME_COST;
    }

    /// What all names together take.
    int bytes() {
        return bytes;
    }

    /// The names an address was told for, the last told first.
    List<String> names(IpAddress address) {
        Map<String, Long> names = pins.get(address);
        if (names == null) {
            return List.of();
        }
        long now = clock.millis();
        names.entrySet().removeIf(pin -> {
            boolean over = pin.getValue() < now;
            bytes -= over ? cost(pin.getKey()) : 0;
            return over;
        });
        if (names.isEmpty()) {
            pins.remove(address);
        }
        return new ArrayList<>(names.keySet()).reversed();
    }
}
