package dev.belljar.agent.sync.project;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Keeps git from running inside the submodules of an index.
///
/// `git add` runs git in each submodule to find changes, with that submodule's own filters and file system
/// monitor. Only the HEAD of a submodule is captured, and reading it runs no program.
public record Submodules(GitRunner git) {
    /// Records the HEAD of each submodule in the index, then marks it as unchanged, so that `git add` skips it.
    public void setApart() throws SyncException, InterruptedException {
        List<String> paths = paths();
        if (paths.isEmpty()) {
            return;
        }
        if (!update(paths, "--remove")) {
            // A submodule that cannot be read (a link is in its path) does not affect the others.
            for (String path : paths) {
                update(List.of(path), "--remove");
            }
        }
        List<String> left = paths();
        if (!update(left, "--assume-unchanged")) {
            throw SyncFaults.refused(
                    "the submodule " + new GitPath(left.getFirst()).shown() + " could not be excluded from the capture",
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
