package dev.belljar.agent.sync.accept;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.agent.sync.repository.ShallowFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Puts accepted commits on top of the project's current commit, with three-way merges of trees in the host's own
/// repository, which gets a copy of that commit first.
record RebasedWork(HostRepository repository, OperationDeadline deadline, String capture, DiskReserve reserve) {
    private static final int NAMED = 20;

    /// The commits on top of `base`, the project's current commit.
    record RebasedCommits(String base, String tip, List<SelectedWork.MadeCommit> commits) {
        RebasedCommits {
            commits = List.copyOf(commits);
        }
    }

    /// Rebases the commits, and the uncommitted work if there is some (`open`).
    ///
    /// @throws SyncException `sync.refused` when they conflict with the project's commits
    RebasedCommits onto(Path folder, SelectedWork.MadeCommits made, boolean open, CommitText uncommitted)
            throws SyncException, InterruptedException {
        ProjectRepository project = ProjectRepository.orPlainFolder(folder).orElse(null);
        String base = project == null ? null : project.head();
        if (project == null || base == null) {
            throw SyncFaults.refused(
                    folder + " has no commit that the changes could be rebased onto",
                    "Keep the commits instead (`--history keep`).");
        }
        fetch(project, base);
        List<SelectedWork.MadeCommit> all = new ArrayList<>();
        String tip = base;
        List<SelectedWork.MadeCommit> wanted = new ArrayList<>(made.commits());
        if (open && !made.all().equals(made.committed())) {
            wanted.add(new SelectedWork.MadeCommit("", made.committed(), made.all(), uncommitted));
        }
        for (SelectedWork.MadeCommit commit : wanted) {
            String before = repository.tree(tip);
            String tree = merged(commit.parentTree(), before, commit.tree(), commit.text());
            if (!tree.equals(before)) {
                tip = commit.text().commit(repository, tree, List.of(tip));
                all.add(new SelectedWork.MadeCommit(tip, before, tree, commit.text()));
            }
        }
        return new RebasedCommits(base, tip, all);
    }

    // Copies the project's current commit, with what it needs, into the host's own repository.
    private void fetch(ProjectRepository project, String head) throws SyncException, InterruptedException {
        repository.sameFormat(project.top(), project.format());
        if (repository.untrusted().tryLine("cat-file", "-e", head + "^{tree}").isPresent()) {
            return;
        }
        boolean same =
                new ShallowFile(repository.path().resolve("shallow")).text().equals(project.shallow());
        if (!same || project.partial()) {
            throw SyncFaults.refused(
                    project.top() + " is a shallow or partial clone, so the commits cannot be rebased onto its current"
                            + " commit",
                    "Shallow clone: `git fetch --unshallow`. Partial clone: `git fetch --refetch --no-filter`. Or keep the"
                            + " commits (`--history keep`) and rebase them yourself.");
        }
        pack(project, head);
    }

    private void pack(ProjectRepository project, String head) throws SyncException, InterruptedException {
        try {
            Path theirs = project.objects().toRealPath();
            boolean more = Files.exists(theirs.resolve("info/alternates"));
            List<Path> read = more ? List.of(theirs, project.commonDir().toRealPath(), project.top()) : List.of(theirs);
            Path packs = Files.createDirectories(repository.objects().resolve("pack"));
            GitRunner git = repository
                    .untrusted()
                    .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", PlaceholderTree.quoted(theirs))
                    .opening(read, List.of(packs))
                    .writing(reserve.room(packs));
            byte[] revisions = (head + "\n^" + capture + "\n").getBytes(StandardCharsets.US_ASCII);
            Command.Output packed = git.run(
                    revisions,
                    "pack-objects",
                    "-q",
                    "--revs",
                    "--non-empty",
                    "--delta-base-offset",
                    "--window=0",
                    "--threads=1",
                    packs.resolve("pack").toString());
            if (GitRunner.wroteTooMuch(packed.exit(), packed.errorText())) {
                throw SyncFaults.full("copying the project's new commits would use the host disk reserve", null);
            }
            if (packed.exit() != 0) {
                throw SyncFaults.git("pack-objects", packed);
            }
        } catch (IOException e) {
            throw SyncFaults.file(project.objects() + ": could not be read", e);
        }
    }

    private String merged(String base, String ours, String theirs, CommitText text)
            throws SyncException, InterruptedException {
        if (ours.equals(base)) {
            return theirs;
        }
        deadline.left();
        // Git 2.39 finds the base only by the parents of commits.
        CommitText none = CommitText.own("merge\n", "0 +0000");
        String root = none.commit(repository, base, List.of());
        Command.Output output = repository
                .untrusted()
                .run(
                        new byte[0],
                        "merge-tree",
                        "--write-tree",
                        "-z",
                        "--name-only",
                        "--no-messages",
                        none.commit(repository, ours, List.of(root)),
                        none.commit(repository, theirs, List.of(root)));
        String[] records = new String(output.out(), StandardCharsets.ISO_8859_1).split("\0");
        if (output.exit() == 0) {
            return RefNames.object(records[0].strip());
        }
        if (output.exit() != 1) {
            throw SyncFaults.git("merge-tree", output);
        }
        throw conflict(records, text);
    }

    private static SyncException conflict(String[] records, CommitText text) {
        List<String> files = Arrays.stream(records)
                .skip(1)
                .filter(path -> !path.isEmpty())
                .distinct()
                .map(path -> new GitPath(path).brief())
                .toList();
        String title = WorkReview.text(text.message().lines().findFirst().orElse(""));
        return SyncFaults.refused(
                "\"%s\" conflicts with newer commits of the project in %s%s"
                        .formatted(
                                title,
                                String.join(", ", files.subList(0, Math.min(NAMED, files.size()))),
                                files.size() > NAMED ? " and %d more".formatted(files.size() - NAMED) : ""),
                "Nothing was changed. Rebase the commits in the sandbox and resolve the conflicts there, or keep the commits"
                        + " (`--history keep`) and merge the branch.");
    }
}
