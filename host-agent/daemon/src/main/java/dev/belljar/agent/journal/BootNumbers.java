package dev.belljar.agent.journal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The highest recorded event number of each source of numbered events: of each boot of a guest, or in the host's
/// journal of each sandbox. A guest can claim any number of boots, so only its newest 256 are kept.
final class BootNumbers {
    private static final int MOST_BOOTS = 256;

    private final Map<String, Long> highest;

    private BootNumbers(int most) {
        highest = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.@Nullable Entry<String, Long> eldest) {
                return size() > most;
            }
        };
    }

    static BootNumbers ofGuest() {
        return new BootNumbers(MOST_BOOTS);
    }

    /// The numbers of all sandboxes: without the number of one, all its events would be copied again.
    static BootNumbers ofSandboxes() {
        return new BootNumbers(Integer.MAX_VALUE);
    }

    synchronized long highest(String bootId) {
        return highest.getOrDefault(bootId, 0L);
    }

    synchronized void saw(GuestStamp stamp) {
        highest.merge(stamp.bootId(), stamp.number(), Math::max);
    }
}
