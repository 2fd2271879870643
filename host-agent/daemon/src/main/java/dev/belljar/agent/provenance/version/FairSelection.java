package dev.belljar.agent.provenance.version;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Chooses which stored versions are kept when there are too many of them.
///
/// The space is divided fairly, first between periods of time, then between the processes that wrote in a period, then
/// between their files: who needs less than an equal share gets all of it, and the others divide the rest. Of each file
/// the newest versions are kept. So a file, a process or a busy time can only displace what is its own. The periods
/// come first because a guest can start as many processes and write as many files as it likes, but cannot write in the
/// past.
final class FairSelection {
    private static final List<Function<StoredVersion, Object>> LEVELS =
            List.of(StoredVersion::period, StoredVersion::process, StoredVersion::path);

    private final List<StoredVersion> all;
    private final BitSet kept = new BitSet();

    /// What is known of a stored version, and the bytes that it needs.
    record StoredVersion(String path, String process, long period, int bytes) {}

    private FairSelection(List<StoredVersion> all) {
        this.all = all;
    }

    /// The places of the versions that are kept: in all at most `most` bytes, and `versions` of each path. `all` begins
    /// with the oldest one.
    static BitSet of(List<StoredVersion> all, long most, int versions) {
        FairSelection selection = new FairSelection(all);
        long _ = selection.share(newest(all, versions), most, 0);
        return selection.kept;
    }

    private static List<Integer> newest(List<StoredVersion> all, int versions) {
        Map<String, Integer> counts = new HashMap<>();
        Deque<Integer> newest = new ArrayDeque<>();
        for (int i = all.size() - 1; i >= 0; i--) {
            if (counts.merge(all.get(i).path(), 1, Integer::sum) <= versions) {
                newest.addFirst(i);
            }
        }
        return List.copyOf(newest);
    }

    // Returns the bytes that are used.
    private long share(List<Integer> places, long most, int level) {
        if (level == LEVELS.size()) {
            return keepNewest(places, most);
        }
        Map<Object, List<Integer>> groups = new LinkedHashMap<>();
        places.forEach(place -> groups.computeIfAbsent(LEVELS.get(level).apply(all.get(place)), _ -> new ArrayList<>())
                .add(place));
        Map<Object, Long> sizes = new HashMap<>();
        groups.forEach((key, group) -> sizes.put(key, bytes(group)));
        List<Object> smallestFirst = groups.keySet().stream()
                .sorted(Comparator.comparing((Object key) -> sizes.getOrDefault(key, 0L)))
                .toList();
        long left = most;
        int others = smallestFirst.size();
        for (Object key : smallestFirst) {
            // What a group does not use is for those that follow.
            left -= share(groups.getOrDefault(key, List.of()), left / others, level + 1);
            others--;
        }
        return most - left;
    }

    private long keepNewest(List<Integer> places, long most) {
        long used = 0;
        for (int place : places.reversed()) {
            int bytes = all.get(place).bytes();
            if (used + bytes > most) {
                break;
            }
            used += bytes;
            kept.set(place);
        }
        return used;
    }

    private long bytes(List<Integer> places) {
        return places.stream().mapToLong(place -> all.get(place).bytes()).sum();
    }
}
