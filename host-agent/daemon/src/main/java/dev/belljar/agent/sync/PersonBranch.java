package dev.belljar.agent.sync;

import dev.belljar.agent.host.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The branch `belljar/<name>` in the person's repository. Objects are added and this one branch is moved; HEAD,
/// index, working tree and every other ref stay as they are, and no hook runs.
record PersonBranch(HostRepository repository, String branch, String acceptedRef) {
    private static final byte[] NOTHING = new byte[0];

    /// Puts the branch at this commit and says where it is: its name, with the path of the host's own repository when
    /// the project is a plain folder and has no branches.
    ///
    /// @throws SyncException `sync.refused` when the branch is checked out, or has commits of the person's own
    String put(Path folder, String commit) throws SyncException, InterruptedException {
        Optional<Project> project = find(folder);
        if (project.isEmpty()) {
            repository.update(List.of("update " + ref() + " " + commit));
            return branch + " in " + repository.path();
        }
        Git git = Git.host(project.get().commonDir());
        notCheckedOut(git);
        String old = git.tryLine("rev-parse", "--quiet", "--verify", ref()).orElse(null);
        send(git, commit);
        notTheirs(git, old, commit);
        String before = old == null ? "0".repeat(commit.length()) : old;
        Command.Output moved = git.run(
                NOTHING, "update-ref", "--no-deref", "--create-reflog", "-m", "belljar: sync", ref(), commit, before);
        if (moved.exit() != 0) {
            throw SyncFaults.refused(
                    "branch " + branch + " cannot be set: " + SyncFaults.clean(moved.errorText()),
                    "A branch called \"belljar\" or one below " + branch + " may be in its way: rename it.");
        }
        return branch;
    }

    private Optional<Project> find(Path folder) throws SyncException, InterruptedException {
        try {
            return Project.orPlainFolder(folder);
        } catch (SyncException e) {
            if (!e.code().equals(SyncException.NO_PROJECT)) {
                throw e;
            }
            throw new SyncException(
                    SyncException.NO_PROJECT,
                    folder + ": expected the project's folder, found nothing",
                    "The work is safe in " + repository.path() + "; put the folder back, or clone from there.",
                    e);
        }
    }

    private String ref() {
        return "refs/heads/" + branch;
    }

    private void notCheckedOut(Git git) throws SyncException, InterruptedException {
        boolean checkedOut =
                git.line("worktree", "list", "--porcelain").lines().anyMatch(line -> line.equals("branch " + ref()));
        boolean symbolic = git.tryLine("symbolic-ref", "--quiet", ref()).isPresent();
        if (checkedOut || symbolic) {
            throw SyncFaults.refused(
                    "branch " + branch + ": is "
                            + (symbolic ? "another name of a branch" : "checked out in the project"),
                    "Switch to another branch first (`git switch -`), then accept again.");
        }
    }

    private void notTheirs(Git git, @Nullable String old, String commit) throws SyncException, InterruptedException {
        if (old == null || repository.ref(acceptedRef).map(old::equals).orElse(false)) {
            return;
        }
        if (git.run(NOTHING, "merge-base", "--is-ancestor", old, commit).exit() != 0) {
            throw SyncFaults.refused(
                    "branch " + branch + ": has commits that are not in this work",
                    "Keep them under another name (`git branch -m " + branch + " NAME`), then accept again.");
        }
    }

    private void send(Git git, String commit) throws SyncException, InterruptedException {
        byte[] revisions = (commit + "\n" + String.join("", known(git))).getBytes(StandardCharsets.UTF_8);
        Process from = repository.git().start("pack-objects", "-q", "--revs", "--stdout", "--thin");
        Process to = git.start("index-pack", "--stdin", "--fix-thin", "--strict");
        try {
            Thread.ofVirtual().name("pack-in").start(() -> copy(revisions, from.getOutputStream()));
            LastWords sent = new LastWords(from.getErrorStream(), "pack-errors");
            LastWords taken = new LastWords(to.getErrorStream(), "index-pack-errors");
            copy(from.getInputStream(), to.getOutputStream());
            boolean ended = to.waitFor(Git.LIMIT.toMinutes(), TimeUnit.MINUTES) && from.waitFor(1, TimeUnit.MINUTES);
            if (!ended || to.exitValue() != 0 || from.exitValue() != 0) {
                throw SyncFaults.git("index-pack", sent.text() + taken.text());
            }
        } finally {
            Command.killTree(from);
            Command.killTree(to);
        }
        git.check(
                (commit + "\n").getBytes(StandardCharsets.UTF_8),
                "rev-list",
                "--objects",
                "--quiet",
                "--stdin",
                "--not",
                "--all");
    }

    // What the person's refs stand at and we have too: it need not be sent.
    private List<String> known(Git git) throws SyncException, InterruptedException {
        byte[] theirs = (git.line("for-each-ref", "--format=%(objectname)") + "\n").getBytes(StandardCharsets.UTF_8);
        List<String> known = new ArrayList<>();
        repository
                .git()
                .check(theirs, "cat-file", "--batch-check=%(objectname) %(objecttype)")
                .text()
                .lines()
                .filter(line -> line.endsWith(" commit"))
                .forEach(line -> known.add("^" + line.substring(0, line.indexOf(' ')) + "\n"));
        return known;
    }

    private static void copy(byte[] octets, OutputStream to) {
        try (to) {
            to.write(octets);
        } catch (IOException e) {
            // It ended early; its exit code says why.
        }
    }

    private static void copy(InputStream from, OutputStream to) {
        try (to) {
            from.transferTo(to);
        } catch (IOException e) {
            // One of the two ended early; the exit codes say which.
        }
    }
}
