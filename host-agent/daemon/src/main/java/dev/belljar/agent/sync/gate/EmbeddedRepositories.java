package dev.belljar.agent.sync.gate;

import dev.belljar.agent.sync.git.RawChange;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds folders that git would take for bare repositories when it runs in them.
///
/// Git then executes programs that such a folder's `config` names: a shell prompt that shows the branch is
/// enough. A folder counts as soon as the files of any two trees together form one, so that no order of commits
/// can evade the check.
///
/// A folder is identified by a hash of its path, computed component by component, so that long and deep names
/// need no memory. A hash collision only makes more changes risky; so does a project with more candidates than
/// are stored.
final class EmbeddedRepositories {
    private static final int MOST_SIGNS = 500_000;
    private static final int HEAD = 1;
    private static final int OBJECTS = 2;
    private static final int REFS = 4;
    private static final int SETTINGS = 8;
    private static final Map<String, Integer> FILES = Map.of("head", HEAD, "config", SETTINGS, "commondir", SETTINGS);
    private static final Map<String, Integer> FOLDERS = Map.of("objects", OBJECTS, "refs", REFS);

    /// FNV-1a, 64 bits.
    private static final long TOP = 0xcbf29ce484222325L;

    private static final long PRIME = 0x100000001b3L;

    private final Map<Long, Integer> signs = new HashMap<>();
    private boolean full;

    /// Adds what these changes add; removals are ignored.
    void add(Collection<RawChange> changes) {
        changes.stream()
                .filter(change -> !change.deleted())
                .forEach(change -> add(change.path().folded()));
    }

    /// True if the path, given as folded components, is in or below such a folder.
    boolean hold(List<String> components) {
        long folder = TOP;
        for (String component : components) {
            if (full || repository(signs.getOrDefault(folder, 0))) {
                return true;
            }
            folder = below(folder, component);
        }
        return false;
    }

    private static boolean repository(int signs) {
        boolean head = (signs & HEAD) != 0;
        return (head && signs != HEAD) || (signs & (OBJECTS | REFS)) == (OBJECTS | REFS);
    }

    /// Adds a path, given as folded components. A link counts by its name, because it can point to a folder or a file.
    void add(List<String> components) {
        int last = components.size() - 1;
        long folder = TOP;
        for (int i = 0; i <= last; i++) {
            int sign = FOLDERS.getOrDefault(components.get(i), 0)
                    | (i == last ? FILES.getOrDefault(components.get(i), 0) : 0);
            if (sign != 0) {
                signs.merge(folder, sign, (a, b) -> a | b);
                full |= signs.size() > MOST_SIGNS;
            }
            folder = below(folder, components.get(i));
        }
        if (full) {
            signs.clear();
        }
    }

    private static long below(long folder, String component) {
        long hash = folder;
        for (int i = 0; i < component.length(); i++) {
            hash = (hash ^ component.charAt(i)) * PRIME;
        }
        return (hash ^ '/') * PRIME;
    }
}
