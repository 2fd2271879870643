package dev.belljar.agent.sync.repository;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The results of the last readings, bounded by their sizes together: those that were used longest ago are forgotten
/// first. A key names everything that a result depends on, such as commits, which never change. Thread-safe.
public final class RecentResults<K, V> {
    private final int most;
    private final Map<K, SizedResult<V>> results = new LinkedHashMap<>(16, 0.75f, true);
    private long size;

    private record SizedResult<V>(V result, int size) {}

    /// `most` is the largest sum of the sizes.
    public RecentResults(int most) {
        this.most = most;
    }

    /// The result that was kept for this key.
    public synchronized Optional<V> get(K key) {
        return Optional.ofNullable(results.get(key)).map(SizedResult::result);
    }

    /// Keeps a result of this size, unless it is larger than all results may be together.
    public synchronized void put(K key, V result, int size) {
        SizedResult<V> before = results.remove(key);
        this.size -= before == null ? 0 : before.size();
        if (size > most) {
            return;
        }
        results.put(key, new SizedResult<>(result, size));
        this.size += size;
        for (Iterator<SizedResult<V>> oldest = results.values().iterator(); this.size > most; oldest.remove()) {
            this.size -= oldest.next().size();
        }
    }
}
