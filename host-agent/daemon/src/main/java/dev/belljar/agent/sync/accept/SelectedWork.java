package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.SyncedWork;
import dev.belljar.agent.sync.gate.BlobContents.TreeEntry;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.repository.HostRepository;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes the commits of the work again, with only the changes that are accepted.
///
/// The commits stay unchanged up to the first one of which something is left out. From there on, each entry's
/// accepted changes are applied to the files that the entries before have left: where these differ from those that
/// the commit was made from, line by line in a three-way merge. `differing` are the paths where they differ.
final class SelectedWork implements AutoCloseable {
    private static final TreeDiff.Limits LIMITS = new TreeDiff.Limits(200_000, GitRecords.KEPT);

    private final HostRepository repository;
    private final OperationDeadline deadline;
    private final ReviewEntries entries;
    private final ChangeSelection selection;
    private final FileMerge merge;
    private final Map<GitPath, Optional<TreeEntry>> differing = new HashMap<>();
    private @Nullable TreeEditor editor;
    private boolean lacking;

    SelectedWork(
            HostRepository repository, OperationDeadline deadline, ReviewEntries entries, ChangeSelection selection) {
        this.repository = repository;
        this.deadline = deadline;
        this.entries = entries;
        this.selection = selection;
        this.merge = new FileMerge(repository, deadline);
    }

    /// A commit of the files before the changes of these entries, with what was synced of them.
    static String before(HostRepository repository, OperationDeadline deadline, ReviewEntries entries)
            throws SyncException, InterruptedException {
        try (SelectedWork work = new SelectedWork(repository, deadline, entries, ChangeSelection.synced(entries))) {
            return repository.commit(work.makeTrees().all(), List.of(), "The base of a review\n", "@0 +0000");
        }
    }

    /// What is recorded when this selection is synced.
    static SyncedWork.AcceptedFiles accepted(
            HostRepository repository, OperationDeadline deadline, ReviewEntries entries, ChangeSelection selection)
            throws SyncException, InterruptedException {
        try (SelectedWork work = new SelectedWork(repository, deadline, entries, selection)) {
            return new SyncedWork.AcceptedFiles(work.uncommitted(entries.ownTree()), selection.leftOut(entries));
        }
    }

    /// The accepted commits, the oldest first, each with its tree and its text; the tree of the last, the same with
    /// the user's own uncommitted files, and that with the accepted uncommitted work. `start` is the commit on
    /// which the first is based, null if there is none.
    record MadeCommits(@Nullable String start, List<MadeCommit> commits, String committed, String withOwn, String all) {
        MadeCommits {
            commits = List.copyOf(commits);
        }

        /// The newest commit, or the one on which the uncommitted work is based.
        @Nullable
        String head() {
            return commits.isEmpty() ? start : commits.getLast().id();
        }
    }

    /// A commit that was made of an entry, or the entry's own commit; `parentTree` is the tree before.
    record MadeCommit(String id, String parentTree, String tree, CommitText text) {}

    /// Makes the commits.
    ///
    /// @throws SyncException `sync.refused` when an accepted change depends on one that is not
    MadeCommits make() throws SyncException, InterruptedException {
        List<WorkEntry> committed =
                entries.all().stream().filter(WorkEntry::committed).toList();
        String start = committed.isEmpty() ? entries.head() : parent(committed.getFirst());
        String tree =
                committed.isEmpty() ? entries.headTree() : committed.getFirst().parentTree();
        String parent = start;
        List<MadeCommit> made = new ArrayList<>();
        for (WorkEntry entry : committed) {
            deadline.left();
            String next = applied(entry, tree);
            if (!next.equals(tree) || entry.changes().isEmpty()) {
                MadeCommit commit = made(entry, next, tree, parent);
                made.add(commit);
                parent = commit.id();
            }
            tree = next;
        }
        return finished(start, made, tree);
    }

    private MadeCommits finished(@Nullable String start, List<MadeCommit> made, String tree)
            throws SyncException, InterruptedException {
        String withOwn = withOwn(tree);
        return new MadeCommits(start, made, tree, withOwn, uncommitted(withOwn));
    }

    // The tree with the accepted uncommitted work.
    private String uncommitted(String tree) throws SyncException, InterruptedException {
        String all = tree;
        for (WorkEntry entry : entries.all()) {
            all = entry.committed() ? all : applied(entry, all);
        }
        return all;
    }

    private MadeCommit made(WorkEntry entry, String tree, String before, @Nullable String parent)
            throws SyncException, InterruptedException {
        CommitText text = CommitText.of(repository, entry.id());
        if (tree.equals(entry.tree()) && Objects.equals(parent, parent(entry))) {
            return new MadeCommit(entry.id(), before, tree, text);
        }
        if (entry.merge()) {
            throw SyncFaults.refused(
                    entry.name()
                            + " is a merge, which can only be kept unchanged and together with all commits before it",
                    "Squash the changes into one commit (`--history squash`), or accept everything.");
        }
        String id = text.commit(repository, tree, parent == null ? List.of() : List.of(parent));
        return new MadeCommit(id, before, tree, text);
    }

    /// Makes only the trees, for changes that become one commit.
    MadeCommits makeTrees() throws SyncException, InterruptedException {
        List<WorkEntry> committed =
                entries.all().stream().filter(WorkEntry::committed).toList();
        String tree =
                committed.isEmpty() ? entries.headTree() : committed.getFirst().parentTree();
        for (WorkEntry entry : committed) {
            deadline.left();
            tree = applied(entry, tree);
        }
        return finished(entries.head(), List.of(), tree);
    }

    @Override
    public void close() throws SyncException {
        merge.close();
        TreeEditor opened = editor;
        if (opened != null) {
            opened.close();
        }
    }

    private static @Nullable String parent(WorkEntry entry) {
        List<String> parents = entry.commit().parents();
        return parents.isEmpty() ? null : parents.getFirst();
    }

    // The tree with the accepted changes of an entry.
    private String applied(WorkEntry entry, String tree) throws SyncException, InterruptedException {
        // Files with impossible paths are never accepted, and nothing else tells that they are left out.
        lacking |= !entry.refused().isEmpty();
        boolean everything = differing.isEmpty()
                && !lacking
                && entry.changes().stream()
                        .allMatch(each -> selection.of(entry, each).equals(SyncedParts.SelectedPart.ALL));
        if (everything) {
            TreeEditor opened = editor;
            if (opened != null) {
                opened.close();
                editor = null;
            }
            return entry.tree();
        }
        Map<GitPath, Optional<TreeEntry>> puts = new LinkedHashMap<>();
        Map<GitPath, Optional<TreeEntry>> expected = new LinkedHashMap<>();
        for (WorkReview.ReviewedChange reviewed : entry.changes()) {
            RawChange change = reviewed.change();
            GitPath from = change.status() == 'R' ? change.from() : null;
            Optional<TreeEntry> before = OwnFiles.before(change);
            expected.put(change.path(), OwnFiles.after(change));
            if (from != null) {
                expected.put(from, Optional.empty());
            }
            keep(change.path(), from == null ? before : Optional.empty());
            if (from != null) {
                keep(from, before);
            }
            puts.putAll(merge.changed(
                    new FileMerge.SelectedChange(entry, change, selection.of(entry, reviewed)), differing::get));
        }
        return put(puts, expected, tree, entry.name());
    }

    // What is at a path now; until something is left out there, that is what the entry's parent has there.
    private void keep(GitPath path, Optional<TreeEntry> before) {
        Optional<TreeEntry> _ = differing.computeIfAbsent(path, _ -> before);
    }

    private String put(
            Map<GitPath, Optional<TreeEntry>> puts,
            Map<GitPath, Optional<TreeEntry>> expected,
            String tree,
            String name)
            throws SyncException, InterruptedException {
        differing.putAll(puts);
        expected.forEach((path, after) -> {
            if (after.equals(differing.get(path))) {
                differing.remove(path);
            }
        });
        TreeEditor opened = editor == null ? TreeEditor.of(repository, tree) : editor;
        editor = opened;
        return opened.with(puts)
                .orElseThrow(() -> SyncFaults.refused(
                        "the selected changes of " + name
                                + " need a file and a folder with the same name, because other changes are skipped",
                        "Accept the other changes too, or skip these. Nothing was changed."));
    }

    // The tree with the user's own uncommitted files.
    private String withOwn(String tree) throws SyncException, InterruptedException {
        if (entries.ownTree().equals(entries.headTree())) {
            return tree;
        }
        if (tree.equals(entries.headTree())) {
            return entries.ownTree();
        }
        Map<GitPath, Optional<TreeEntry>> puts = new LinkedHashMap<>();
        Map<GitPath, Optional<TreeEntry>> expected = new LinkedHashMap<>();
        for (RawChange change : TreeDiff.withoutRenames(
                        repository.untrusted(), deadline, entries.headTree(), entries.ownTree(), LIMITS)
                .all()) {
            Optional<TreeEntry> after = OwnFiles.after(change);
            expected.put(change.path(), after);
            keep(change.path(), OwnFiles.before(change));
            puts.put(change.path(), after);
        }
        return put(puts, expected, tree, "your own files that were not committed");
    }
}
