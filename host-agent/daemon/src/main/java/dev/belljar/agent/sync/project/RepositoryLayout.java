package dev.belljar.agent.sync.project;

import java.nio.file.Path;

/// The folders of a project's repository, as real paths: its top level, its git folder, and the git folder that it
/// shares with other worktrees, which is the same one if there are none.
record RepositoryLayout(Path top, Path gitDir, Path commonDir) {
    /// True for a real path in the git folder or in the one it shares with other worktrees.
    boolean holds(Path real) {
        return real.startsWith(gitDir) || real.startsWith(commonDir);
    }

    /// Advice for a repository with a part that lies elsewhere.
    String otherwise(String first) {
        return first + ", " + plain(top);
    }

    /// What to do if the git folder should not be used.
    static String plain(Path top) {
        return "or delete " + top.resolve(".git")
                + " and add the folder as a plain folder (`belljar create --plain`), without its history.";
    }
}
