package dev.belljar.agent.recording;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The waiting files of each process. A guest makes as many changes as it likes, so each of them needs little time.
/// Not thread-safe.
final class ProcessFiles {
    private final Map<WritingProcess, SequencedSet<String>> files = new LinkedHashMap<>();
    private final TreeMap<Integer, SequencedSet<WritingProcess>> byCount = new TreeMap<>();

    /// A process: its id, which is used again, and when it started.
    record WritingProcess(int pid, long start) {}

    void add(WritingProcess process, String path) {
        SequencedSet<String> own = files.computeIfAbsent(process, _ -> new LinkedHashSet<>());
        int before = own.size();
        if (own.add(path)) {
            moved(process, before, before + 1);
        }
    }

    void remove(WritingProcess process, String path) {
        SequencedSet<String> own = files.get(process);
        if (own != null && own.remove(path)) {
            moved(process, own.size() + 1, own.size());
            if (own.isEmpty()) {
                SequencedSet<String> _ = files.remove(process);
            }
        }
    }

    private void moved(WritingProcess process, int before, int after) {
        SequencedSet<WritingProcess> same = byCount.get(before);
        if (same != null && same.remove(process) && same.isEmpty()) {
            SequencedSet<WritingProcess> _ = byCount.remove(before);
        }
        if (after > 0) {
            byCount.computeIfAbsent(after, _ -> new LinkedHashSet<>()).add(process);
        }
    }

    /// The newest file of the process with the most files; null if `other` would then have as many.
    @Nullable
    String displaced(WritingProcess other) {
        SequencedSet<String> own = files.get(other);
        Entry<Integer, SequencedSet<WritingProcess>> most = byCount.lastEntry();
        if (most == null || most.getKey() <= (own == null ? 0 : own.size()) + 1) {
            return null;
        }
        SequencedSet<String> busiest = files.get(most.getValue().getFirst());
        return busiest == null ? null : busiest.getLast();
    }

    /// The files that pass, one of each process in turn.
    List<String> inTurn(Predicate<String> passes) {
        Deque<Deque<String>> turns = new ArrayDeque<>();
        files.values().forEach(own -> turns.add(passing(own, passes)));
        List<String> all = new ArrayList<>();
        while (!turns.isEmpty()) {
            Deque<String> next = turns.remove();
            if (!next.isEmpty()) {
                all.add(next.remove());
                turns.add(next);
            }
        }
        return all;
    }

    private static Deque<String> passing(Collection<String> files, Predicate<String> passes) {
        Deque<String> passing = new ArrayDeque<>(files);
        passing.removeIf(passes.negate());
        return passing;
    }
}
