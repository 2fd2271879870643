package dev.belljar.agent.sync.accept;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.project.RefLock;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.ScratchFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The branch `belljar/<name>` in the user's repository. Only objects are added and this branch is moved; HEAD,
/// index, working tree and every other ref stay unchanged, and no hook runs.
///
/// `acceptedRef` has the work that was put on the branch last, which another work may replace; null if the branch may
/// only get further commits. `pack` contains the objects that `commit` needs there; null if the project is a plain
/// folder and has no branches.
public record UserBranch(
        HostRepository repository,
        String branch,
        @Nullable String acceptedRef,
        String commit,
        @Nullable BranchPack pack)
        implements AutoCloseable {
    private static final byte[] NOTHING = new byte[0];

    /// Packs the objects that the branch needs for `commit`. The user's repository is not changed yet, so this
    /// needs no lock.
    static UserBranch packed(
            HostRepository repository,
            String branch,
            @Nullable String acceptedRef,
            String commit,
            Path folder,
            DiskReserve reserve)
            throws SyncException, InterruptedException {
        ProjectRepository project = find(repository, folder).orElse(null);
        if (project == null) {
            return new UserBranch(repository, branch, acceptedRef, commit, null);
        }
        ScratchFolder scratch = ScratchFolder.in(repository.path());
        boolean whole = false;
        try {
            BranchPack pack = new BranchPack(repository, project, scratch, reserve);
            pack.make(commit, tips(GitRunner.host(project.commonDir()), project));
            whole = true;
            return new UserBranch(repository, branch, acceptedRef, commit, pack);
        } finally {
            if (!whole) {
                scratch.close();
            }
        }
    }

    @Override
    public void close() throws SyncException {
        BranchPack work = pack;
        if (work != null) {
            work.close();
        }
    }

    /// Moves the branch to the commit and returns its name, with the path of the host's own repository if the
    /// project is a plain folder.
    ///
    /// @throws SyncException `sync.refused` when the branch is checked out, or contains the user's own commits
    String put() throws SyncException, InterruptedException {
        BranchPack work = pack;
        if (work == null) {
            repository.update(List.of("update " + ref() + " " + commit));
            return branch + " in " + repository.path();
        }
        GitRunner git = GitRunner.host(work.project().commonDir());
        notCheckedOut(git);
        String old = git.tryLine("rev-parse", "--quiet", "--verify", ref()).orElse(null);
        notTheirs(work, old);
        work.release();
        String before = old == null ? "0".repeat(commit.length()) : old;
        Command.Output moved = moving(work.project())
                .run(
                        NOTHING,
                        "update-ref",
                        "--no-deref",
                        "--create-reflog",
                        "-m",
                        "belljar: sync",
                        ref(),
                        commit,
                        before);
        if (moved.exit() != 0) {
            RefLock lock = RefLock.of(work.project().commonDir(), ref()).orElse(null);
            if (lock != null) {
                throw lock.fault();
            }
            throw SyncFaults.refused(
                    "branch " + branch + " could not be updated: " + SyncFaults.clean(moved.errorText()),
                    "A branch named \"belljar\", or one whose name begins with " + branch
                            + "/, may be in the way: rename it.");
        }
        return branch;
    }

    // Git reads the commit when it moves a branch, so it is confined: it sees the repository and may write only
    // branches and their logs.
    private GitRunner moving(ProjectRepository project) throws SyncException {
        try {
            Path folder = project.commonDir().toRealPath();
            List<Path> write = new ArrayList<>();
            for (String name : List.of("refs", "logs")) {
                write.add(Files.createDirectories(folder.resolve(name)));
            }
            Path table = folder.resolve("reftable");
            if (Files.isDirectory(table)) {
                write.add(table);
            }
            Path config = folder.resolve("config");
            boolean includes = Files.exists(config)
                    && Files.readString(config, StandardCharsets.ISO_8859_1)
                            .toLowerCase(Locale.ROOT)
                            .contains("include");
            return GitRunner.host(folder)
                    .bounded(repository.launcher())
                    // A confined git may not change modes, as it would where a group shares the repository.
                    .config("core.sharedRepository=umask")
                    .config(RefLock.PATIENCE)
                    .opening(includes ? List.of(project.top()) : List.of(), write);
        } catch (IOException e) {
            throw SyncFaults.file(project.commonDir() + ": could not be read", e);
        }
    }

    private static List<String> tips(GitRunner git, ProjectRepository project)
            throws SyncException, InterruptedException {
        List<String> tips = new ArrayList<>(
                git.line("for-each-ref", "--format=%(objectname)").lines().toList());
        if (project.head() != null) {
            tips.add(project.head());
        }
        return tips;
    }

    private static Optional<ProjectRepository> find(HostRepository repository, Path folder)
            throws SyncException, InterruptedException {
        try {
            return ProjectRepository.orPlainFolder(folder);
        } catch (SyncException e) {
            if (!e.code().equals(SyncException.NO_PROJECT)) {
                throw e;
            }
            throw new SyncException(
                    SyncException.NO_PROJECT,
                    folder + ": the project's folder does not exist",
                    "The work is safe in " + repository.path() + "; restore the folder, or clone that repository.",
                    e);
        }
    }

    private String ref() {
        return "refs/heads/" + branch;
    }

    private void notCheckedOut(GitRunner git) throws SyncException, InterruptedException {
        boolean checkedOut =
                git.line("worktree", "list", "--porcelain").lines().anyMatch(line -> line.equals("branch " + ref()));
        boolean symbolic = git.tryLine("symbolic-ref", "--quiet", ref()).isPresent();
        if (symbolic) {
            throw SyncFaults.refused(
                    "branch " + branch + " is a symbolic ref to another branch",
                    "Delete the symbolic ref (`git symbolic-ref --delete " + ref() + "`), then sync again.");
        }
        if (checkedOut) {
            throw SyncFaults.refused(
                    "branch " + branch + " is checked out in the project",
                    "Switch to another branch first (`git switch -`), then sync again.");
        }
    }

    private void notTheirs(BranchPack work, @Nullable String old) throws SyncException, InterruptedException {
        String known = acceptedRef;
        if (old == null
                || (known != null && repository.ref(known).map(old::equals).orElse(false))) {
            return;
        }
        if (!work.contains(old, commit)) {
            throw SyncFaults.refused(
                    "branch " + branch + " contains commits that are not part of this sync",
                    "To keep these commits, rename the branch (`git branch -m " + branch + " NAME`), then sync again.");
        }
    }
}
