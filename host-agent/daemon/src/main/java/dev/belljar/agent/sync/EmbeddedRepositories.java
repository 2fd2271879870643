package dev.belljar.agent.sync;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The folders that git would take for repositories when somebody stands in them, because they look like a
/// bare one.
///
/// Git then runs what such a folder's `config` names: a prompt that shows the branch is enough. A folder counts as
/// soon as the files of any two trees together make it one, so that no order of commits gets past.
final class EmbeddedRepositories {
    private static final int MOST = 5_000_000;
    private static final int HEAD = 1;
    private static final int OBJECTS = 2;
    private static final int REFS = 4;
    private static final int SETTINGS = 8;
    private static final Map<String, Integer> FILES = Map.of("head", HEAD, "config", SETTINGS, "commondir", SETTINGS);
    private static final Map<String, Integer> FOLDERS = Map.of("objects", OBJECTS, "refs", REFS);

    private final Map<String, Integer> signs = new HashMap<>();

    /// Those of a commit's tree.
    static EmbeddedRepositories of(Git git, String commit) throws SyncException, InterruptedException {
        EmbeddedRepositories found = new EmbeddedRepositories();
        int seen = 0;
        try (Records paths = new Records(
                git, Git.LIMIT, "ls-tree", "-r", "-z", "--name-only", "--full-tree", Names.object(commit))) {
            for (String path = paths.next(); path != null; path = paths.next()) {
                if (++seen > MOST) {
                    throw SyncFaults.refused(
                            "more than " + MOST + " files: too many to judge",
                            "Leave build output out of the project.");
                }
                found.add(new GitPath(path));
            }
        }
        return found;
    }

    /// The same with what these changes bring; what they take away is not forgotten.
    EmbeddedRepositories with(Collection<RawChange> changes) {
        changes.stream().filter(change -> !change.deleted()).forEach(change -> add(change.path()));
        return this;
    }

    /// True for a path, given as folded components, in or below such a folder.
    boolean hold(List<String> components) {
        for (int i = 0; i < components.size(); i++) {
            if (repository(signs.getOrDefault(String.join("/", components.subList(0, i)), 0))) {
                return true;
            }
        }
        return false;
    }

    private static boolean repository(int signs) {
        boolean head = (signs & HEAD) != 0;
        return (head && signs != HEAD) || (signs & (OBJECTS | REFS)) == (OBJECTS | REFS);
    }

    // Links count as what they are called: they can point at a folder or a file.
    private void add(GitPath path) {
        List<String> components = path.folded();
        int last = components.size() - 1;
        for (int i = 0; i <= last; i++) {
            int sign = FOLDERS.getOrDefault(components.get(i), 0)
                    | (i == last ? FILES.getOrDefault(components.get(i), 0) : 0);
            if (sign != 0) {
                signs.merge(String.join("/", components.subList(0, i)), sign, (a, b) -> a | b);
            }
        }
    }
}
