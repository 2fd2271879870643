package dev.belljar.agent.sync.project;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The user's own repository: the paths of its parts, and HEAD. It is only read, except that `WorkAcceptor` adds
/// objects and one branch.
public record ProjectRepository(
        Path top,
        Path gitDir,
        Path commonDir,
        Path objects,
        String format,
        @Nullable String head,
        @Nullable String branch) {
    private static final byte[] NOTHING = new byte[0];

    /// The repository whose top level this folder is; empty when the folder is in no repository.
    ///
    /// @throws SyncException `sync.project-missing`; `sync.not-a-repository` for a folder inside a repository,
    /// because otherwise the whole repository would be captured without a request; `sync.not-yours` for a
    /// repository of another owner; `sync.refused` for one whose parts lie elsewhere
    public static Optional<ProjectRepository> at(Path folder) throws SyncException, InterruptedException {
        Path real = real(folder);
        Optional<RepositoryLayout> layout = RepositoryFinder.find(real);
        // Git itself refuses a repository of another owner, unless the user's own safe.directory names it.
        GitRunner git = GitRunner.person(real);
        Command.Output answer = git.run(NOTHING, "rev-parse", "--is-bare-repository");
        if (answer.exit() != 0) {
            return notARepository(real, answer);
        }
        if (answer.text().strip().equals("true")) {
            throw notARepository(
                    real + " is a bare repository: expected one with a working tree", "Clone it, and use the clone.");
        }
        String shown = git.tryLine("rev-parse", "--path-format=absolute", "--show-toplevel")
                .orElseThrow(() -> notARepository(real + " is inside a .git folder: expected a project folder", null));
        if (!Path.of(shown).equals(real)) {
            throw notARepository(
                    real + " is a folder inside the repository " + shown,
                    "Add " + shown + " itself, or add this folder as a plain folder.");
        }
        ProjectRepository project = read(git, real);
        if (layout.isEmpty() || !project.laidOutAs(layout.get())) {
            throw SyncFaults.refused(
                    real + ": git finds its repository in " + project.gitDir() + " with objects in " + project.objects()
                            + ", but " + real.resolve(".git") + " was expected",
                    "Check the repository's git configuration, or use a fresh clone.");
        }
        return Optional.of(project);
    }

    // Checks that git uses the layout that was checked before.
    private boolean laidOutAs(RepositoryLayout layout) throws SyncException {
        try {
            return gitDir.toRealPath().equals(layout.gitDir())
                    && commonDir.toRealPath().equals(layout.commonDir())
                    && layout.holds(objects.toRealPath());
        } catch (IOException e) {
            throw SyncFaults.file(top + ": its git folder could not be read", e);
        }
    }

    /// Like `at`, but a folder that is not the top level of a repository counts as a plain folder.
    public static Optional<ProjectRepository> orPlainFolder(Path folder) throws SyncException, InterruptedException {
        try {
            return at(folder);
        } catch (SyncException e) {
            if (e.code().equals(SyncException.NOT_A_REPOSITORY)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Unfinished git operations in the repository that a capture does not include, in words.
    public List<String> unfinished() {
        List<String> words = new ArrayList<>();
        record Sign(String file, String what) {}
        List<Sign> signs = List.of(
                new Sign("MERGE_HEAD", "merge"),
                new Sign("rebase-merge", "rebase"),
                new Sign("rebase-apply", "rebase"),
                new Sign("CHERRY_PICK_HEAD", "cherry-pick"),
                new Sign("REVERT_HEAD", "revert"));
        for (Sign sign : signs) {
            if (Files.exists(gitDir.resolve(sign.file()))) {
                words.add("A " + sign.what() + " is in progress: its files are copied as uncommitted changes.");
            }
        }
        return words;
    }

    /// The boundary of a shallow clone, one commit per line; empty for a full clone.
    public String shallow() throws SyncException {
        Path file = commonDir.resolve("shallow");
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw SyncFaults.file(file + ": could not be read", e);
        }
    }

    /// True for a partial clone, in which objects may be missing.
    public boolean partial() {
        try (var promisors = Files.newDirectoryStream(objects.resolve("pack"), "*.promisor")) {
            return promisors.iterator().hasNext();
        } catch (IOException e) {
            return false;
        }
    }

    public static Path real(Path folder) throws SyncException {
        try {
            Path real = folder.toRealPath();
            if (Files.isDirectory(real)) {
                return real;
            }
            throw notARepository(folder + " is a file: expected a folder", null);
        } catch (IOException e) {
            throw SyncFaults.noProject(folder);
        }
    }

    private static ProjectRepository read(GitRunner git, Path top) throws SyncException, InterruptedException {
        String branch = git.tryLine("symbolic-ref", "--quiet", "HEAD").orElse(null);
        return new ProjectRepository(
                top,
                Path.of(git.line("rev-parse", "--path-format=absolute", "--git-dir")),
                Path.of(git.line("rev-parse", "--path-format=absolute", "--git-common-dir")),
                Path.of(git.line("rev-parse", "--path-format=absolute", "--git-path", "objects")),
                git.line("rev-parse", "--show-object-format"),
                git.tryLine("rev-parse", "--quiet", "--verify", "HEAD^{commit}").orElse(null),
                branch != null && branch.startsWith("refs/heads/") ? branch.substring(11) : null);
    }

    private static Optional<ProjectRepository> notARepository(Path folder, Command.Output answer) throws SyncException {
        String words = answer.errorText();
        if (words.contains("not a git repository")) {
            return Optional.empty();
        }
        if (words.contains("dubious ownership") || words.contains("unsafe repository")) {
            throw new SyncException(
                    SyncException.NOT_YOURS,
                    folder + " is in a repository that belongs to another user: expected one of your own",
                    "Make a clone of your own or, if you trust the repository, run `git config --global --add"
                            + " safe.directory PATH`.",
                    null);
        }
        throw SyncFaults.git("rev-parse", answer);
    }

    private static SyncException notARepository(String message, @Nullable String hint) {
        return new SyncException(SyncException.NOT_A_REPOSITORY, message, hint, null);
    }
}
