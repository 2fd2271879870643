package dev.belljar.agent.gateway.egress;

import dev.belljar.agent.packet.IpAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The names for which the gateway answered an address to a guest, newest first, until they expire.
///
/// A pin lives longer than the answer's TTL, because programs keep addresses longer than they should. Every
/// connection is decided anew by the pinned names.
public final class DnsPins {
    static final int MOST_ADDRESSES = 8_192;
    static final int MOST_NAMES = 16;
    /// The memory that all names together may take, in bytes.
    static final int MOST_BYTES = 2 << 20;
    /// The heap memory of a name besides its characters, in bytes.
    private static final int NAME_COST = 128;
    private static final long SHORTEST_MILLIS = Duration.ofMinutes(10).toMillis();

    private final Clock clock;
    private int bytes;
    private final Map<IpAddress, Map<String, Long>> pins = new LinkedHashMap<>(64, 0.75f, true);

    public DnsPins(Clock clock) {
        this.clock = clock;
    }

    /// Pins that `name` was answered with `address`, valid for so many seconds.
    public void pin(String name, IpAddress address, long seconds) {
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

    /// The memory that all names together take.
    int bytes() {
        return bytes;
    }

    /// The names that were answered with this address, newest first.
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
