package dev.belljar.agent.sync.project;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds a project's git folder, from its files before git reads any of them, and refuses one that is not the
/// project's own.
///
/// A `.git` file, a `commondir` file, a symbolic link or a list of alternates in a folder from an archive can
/// name any other repository of the same owner; git follows them, and that repository's history would enter the
/// machine. So every part must lie in the project's own folder, or the other repository must confirm the
/// relation: it lists this folder as its worktree, or it encloses this folder as a submodule.
final class RepositoryFinder {
    private static final int LONGEST = 1 << 14;

    private final Path top;
    private final Path gitDir;
    private final Path commonDir;

    private RepositoryFinder(RepositoryLayout layout) {
        this.top = layout.top();
        this.gitDir = layout.gitDir();
        this.commonDir = layout.commonDir();
    }

    /// The layout of the repository whose top level is this real path; empty if it has no git folder.
    ///
    /// @throws SyncException `sync.refused` when a part of it lies elsewhere
    static Optional<RepositoryLayout> find(Path top) throws SyncException, InterruptedException {
        try {
            Path dot = top.resolve(".git");
            Path gitDir = Files.exists(dot, LinkOption.NOFOLLOW_LINKS) ? gitDir(top, dot) : null;
            if (gitDir == null) {
                return Optional.empty();
            }
            RepositoryLayout layout = new RepositoryLayout(top, gitDir, commonDir(gitDir));
            new RepositoryFinder(layout).requireOwn();
            RepositoryFiles.check(layout);
            RepositoryConfig.check(layout);
            return Optional.of(layout);
        } catch (IOException e) {
            throw SyncFaults.file(top + ": its git folder could not be read", e);
        } catch (InvalidPathException e) {
            throw elsewhere(top, top.resolve(".git") + " names " + e.getInput());
        }
    }

    // Null if it points nowhere; git then reports that this is not a repository.
    private static @Nullable Path gitDir(Path top, Path dot) throws IOException, SyncException {
        if (Files.isSymbolicLink(dot) && Files.exists(dot) && !dot.toRealPath().startsWith(top)) {
            throw elsewhere(top, dot + " is a symbolic link to " + dot.toRealPath());
        }
        Path named = Files.isRegularFile(dot) ? pointer(dot, "gitdir:", top) : dot;
        return named != null && Files.isDirectory(named) ? named.toRealPath() : null;
    }

    private static Path commonDir(Path gitDir) throws IOException, SyncException {
        Path named = pointer(gitDir.resolve("commondir"), "", gitDir);
        return named == null || !Files.isDirectory(named) ? gitDir : named.toRealPath();
    }

    private void requireOwn() throws IOException, SyncException, InterruptedException {
        if (gitDir.startsWith(top)) {
            if (!commonDir.startsWith(top)) {
                throw elsewhere(top, gitDir.resolve("commondir") + " names the git folder " + commonDir);
            }
        } else if (!(gitDir.equals(commonDir) ? submodule() : worktree())) {
            throw elsewhere(top, top.resolve(".git") + " names the git folder " + gitDir);
        }
    }

    // True for the result of `git worktree add`: a folder in the main repository that names this one.
    private boolean worktree() throws IOException, SyncException {
        Path back = pointer(gitDir.resolve("gitdir"), "", gitDir);
        if (back == null) {
            return false;
        }
        Path folder = back.getParent();
        return gitDir.startsWith(commonDir)
                && commonDir.resolve("worktrees").equals(gitDir.getParent())
                && folder != null
                && back.endsWith(".git")
                && Files.isDirectory(folder)
                && folder.toRealPath().equals(top);
    }

    // True for the result of `git submodule add`: a folder below the enclosing repository's modules, whose
    // configuration names this one, and an entry in the enclosing repository's index.
    private boolean submodule() throws IOException, SyncException, InterruptedException {
        Path above = top.getParent();
        while (above != null && !Files.exists(above.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
            above = above.getParent();
        }
        RepositoryLayout outer = above == null ? null : find(above).orElse(null);
        if (outer == null || above == null || !gitDir.startsWith(outer.gitDir().resolve("modules"))) {
            return false;
        }
        String tree = RepositoryConfig.worktree(gitDir).orElse("");
        Path named = gitDir.resolve(tree);
        if (tree.isEmpty() || !Files.isDirectory(named) || !named.toRealPath().equals(top)) {
            return false;
        }
        String path = above.relativize(top).toString();
        String entry = GitRunner.person(above)
                .tryLine("ls-files", "--stage", "-z", "--", path)
                .orElse("");
        return entry.startsWith("160000 ") && entry.endsWith("\t" + path + "\0");
    }

    // The path in a one-line file, or null if there is no such file.
    private static @Nullable Path pointer(Path file, String start, Path base) throws IOException, SyncException {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        if (Files.isSymbolicLink(file) && !file.toRealPath().startsWith(base)) {
            throw elsewhere(base, file + " is a symbolic link to " + file.toRealPath());
        }
        byte[] read;
        try (var in = Files.newInputStream(file)) {
            read = in.readNBytes(LONGEST);
        }
        String text = StrictText.of(file, read).stripTrailing();
        boolean good = text.startsWith(start) && text.indexOf('\0') < 0 && read.length < LONGEST;
        String path = good ? text.substring(start.length()).stripLeading() : "";
        return path.isEmpty() ? null : base.resolve(path);
    }

    private static SyncException elsewhere(Path top, String found) {
        return SyncFaults.refused(
                SyncFaults.clean(found) + ": expected a git folder inside " + top + " or in a repository that lists "
                        + top + " as its worktree or submodule",
                "If this folder is a worktree, run `git worktree repair` in it; if no other folder uses the git folder,"
                        + " move the git folder here and name it .git; " + RepositoryLayout.plain(top));
    }
}
