package dev.belljar.agent.sync;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The submodules in an index, kept from being asked anything.
///
/// `git add` runs a git in each submodule to learn whether anything changed in it, with that submodule's own
/// filters and file system monitor. Only its HEAD is ever carried, and reading that runs nothing.
record Submodules(GitRunner git) {
    /// Takes over where each submodule stands, then marks it as unchanged, so that `git add` passes it by.
    void setApart() throws SyncException, InterruptedException {
        List<String> paths = paths();
        if (paths.isEmpty()) {
            return;
        }
        if (!update(paths, "--remove")) {
            // One that cannot be looked at (a link is in its way) keeps none of the others from it.
            for (String path : paths) {
                update(List.of(path), "--remove");
            }
        }
        List<String> left = paths();
        if (!update(left, "--assume-unchanged")) {
            throw SyncFaults.refused(
                    new GitPath(left.getFirst()).shown() + ": submodules could not be set apart",
                    "Resolve the conflicts in the project's submodules, then try again.");
        }
    }

    private boolean update(List<String> paths, String how) throws SyncException, InterruptedException {
        byte[] lines = (String.join("\0", paths) + "\0").getBytes(StandardCharsets.ISO_8859_1);
        return paths.isEmpty()
                || git.run(lines, "update-index", how, "-z", "--stdin").exit() == 0;
    }

    private List<String> paths() throws SyncException, InterruptedException {
        Set<String> paths = new LinkedHashSet<>();
        try (GitRecords entries = new GitRecords(git, GitRunner.LIMIT, "ls-files", "--stage", "-z")) {
            for (String entry = entries.next(); entry != null; entry = entries.next()) {
                String path = entry.substring(entry.indexOf('\t') + 1);
                if (entry.startsWith("160000 ")) {
                    paths.add(path);
                }
            }
        }
        return List.copyOf(paths);
    }
}
