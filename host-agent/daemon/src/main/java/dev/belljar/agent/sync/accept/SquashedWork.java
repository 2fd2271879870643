package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.contract.view.work.WorkCommit;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes one commit of the work of a sandbox. Its parent is the user's commit `head`, null if there is none.
record SquashedWork(
        HostRepository repository,
        OperationDeadline deadline,
        String sandbox,
        String name,
        String capture,
        @Nullable String head) {
    private static final int NAMED = 200;
    private static final int CHUNK = 8 << 20;
    private static final TreeDiff.Limits LIMITS = new TreeDiff.Limits(400_000, GitRecords.KEPT);

    /// The commit with the files of a tree, which are those of the tip without what was withheld or skipped. It is
    /// the commit that was accepted last if that has the same files.
    String commit(String tip, String tree, List<String> withheld) throws SyncException, InterruptedException {
        List<String> parents = head == null ? List.of() : List.of(head);
        Optional<String> accepted = repository.ref(RefNames.accepted(sandbox));
        if (accepted.isPresent()
                && repository.tree(accepted.get()).equals(tree)
                && parents(accepted.get()).equals(parents)) {
            return accepted.get(); // nothing is new: the branch stays where it is
        }
        return repository.commit(tree, parents, message(tip, withheld), "");
    }

    private List<String> parents(String commit) throws SyncException, InterruptedException {
        return repository.untrusted().line("rev-parse", commit + "^@").lines().toList();
    }

    /// The tip's tree with the capture's content at the withheld paths; `filtered` says that it has impossible paths,
    /// which are left out.
    ///
    /// @throws SyncException `sync.refused` when another file takes the place of a withheld one
    String without(String tip, List<RawChange> withheld, boolean filtered) throws SyncException, InterruptedException {
        try (ScratchFolder scratch = ScratchFolder.in(repository.path())) {
            GitRunner git = repository
                    .untrusted()
                    .with("GIT_INDEX_FILE", scratch.file("index").toString());
            if (filtered) {
                readFitting(git, tip);
            } else {
                git.line("read-tree", tip + "^{tree}");
            }
            ByteArrayOutputStream entries = new ByteArrayOutputStream();
            for (RawChange change : withheld) {
                entry(entries, "0", "0".repeat(change.oldId().length()), change.path());
            }
            for (RawChange change : withheld) {
                GitPath from = change.from();
                if (change.status() != 'A') {
                    entry(entries, change.oldMode(), change.oldId(), from == null ? change.path() : from);
                }
            }
            git.check(entries.toByteArray(), "update-index", "--add", "--replace", "-z", "--index-info");
            String tree = git.line("write-tree");
            requireOnly(tip, tree, withheld, filtered);
            return tree;
        }
    }

    // Git silently removes the files of a folder when a file takes its place, and the other way round.
    private void requireOnly(String tip, String tree, List<RawChange> withheld, boolean filtered)
            throws SyncException, InterruptedException {
        Set<GitPath> expected = new HashSet<>();
        for (RawChange change : withheld) {
            expected.add(change.path());
            GitPath from = change.from();
            expected.add(from == null ? change.path() : from);
        }
        TreeDiff.Changes changes =
                TreeDiff.withoutRenames(repository.untrusted(), deadline, repository.tree(tip), tree, LIMITS);
        Optional<GitPath> other = changes.all().stream()
                .map(RawChange::path)
                .filter(path -> !expected.contains(path))
                .findFirst();
        if (other.isPresent() || !(changes.complete() || filtered)) {
            String name = other.map(GitPath::brief).orElse("another file");
            throw SyncFaults.refused(
                    "%s would be lost, because it is in the place of an excluded file".formatted(name),
                    "Allow the excluded file (▲) too, or skip " + name + ". Nothing was changed.");
        }
    }

    // Reads the files of a commit into the index, without those with impossible paths.
    private void readFitting(GitRunner git, String tip) throws SyncException, InterruptedException {
        try (GitRecords files = new GitRecords(
                repository.untrusted(), deadline.left(), "ls-tree", "-r", "-z", "--full-tree", RefNames.object(tip))) {
            ByteArrayOutputStream some = new ByteArrayOutputStream();
            for (String file = files.next(); file != null; file = files.next()) {
                if (files.cut() || new GitPath(file.substring(file.indexOf('\t') + 1)).unfit() != null) {
                    continue;
                }
                some.writeBytes(file.getBytes(StandardCharsets.ISO_8859_1));
                some.write(0);
                if (some.size() > CHUNK) {
                    git.check(some.toByteArray(), "update-index", "--add", "-z", "--index-info");
                    some.reset();
                }
            }
            git.check(some.toByteArray(), "update-index", "--add", "-z", "--index-info");
        }
    }

    private static void entry(ByteArrayOutputStream entries, String mode, String id, GitPath path) {
        entries.writeBytes((mode + " " + id + "\t").getBytes(StandardCharsets.US_ASCII));
        entries.writeBytes(path.bytes());
        entries.write(0);
    }

    /// The message of the commit.
    String message(String tip, List<String> withheld) throws SyncException, InterruptedException {
        List<String> lines = new ArrayList<>(List.of("Work from the sandbox " + name, ""));
        if (!withheld.isEmpty()) {
            lines.add("Excluded, because they could run code on this computer:");
            withheld.stream().limit(NAMED).map(each -> "- " + each).forEach(lines::add);
            lines.add("");
        }
        List<WorkCommit> commits = new WorkReview(repository, deadline).commits(capture, tip);
        if (!commits.isEmpty()) {
            lines.add("Commits in the sandbox:");
            commits.stream()
                    .limit(NAMED)
                    .map(each -> "- " + each.subject() + " (" + each.author() + ")")
                    .forEach(lines::add);
        }
        return String.join("\n", lines).strip() + "\n";
    }
}
