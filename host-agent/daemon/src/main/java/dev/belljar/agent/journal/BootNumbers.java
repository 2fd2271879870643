package dev.belljar.agent.journal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The highest recorded event number of each boot of a guest. A guest can claim any number of boots, so only the
/// newest 256 are kept.
final class BootNumbers {
    private static final int MOST = 256;

    private final Map<String, Long> highest = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.@Nullable Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };

    synchronized long highest(String bootId) {
        return highest.getOrDefault(bootId, 0L);
    }

    synchronized void saw(GuestStamp stamp) {
        highest.merge(stamp.bootId(), stamp.number(), Math::max);
    }
}
