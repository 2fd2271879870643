package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.git.TreePair;
import dev.belljar.agent.sync.quarantine.WorkFetcher;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The entries of the work under review: the commits of its first-parent history, the oldest first, and a last entry
/// for what was not committed.
///
/// The uncommitted work is compared with the machine's HEAD plus the user's own uncommitted files as they were
/// captured, because these are no work of the sandbox. All changes are judged by one import gate relative to the
/// capture, with the same result as `CommitRange`: what is shown as risky is what a sync withholds.
///
/// `head` is the machine's HEAD (null if it has no commit), `headTree` its tree, and `ownTree` the same with the
/// user's own uncommitted files. `open` means that the tip is a commit that Belljar made of the uncommitted work.
/// `whole` are the changes between the capture and the tip; none if there is no entry with changes.
record ReviewEntries(
        List<WorkEntry> all,
        boolean complete,
        @Nullable String head,
        String headTree,
        String ownTree,
        boolean open,
        List<WorkReview.ReviewedChange> whole) {
    /// Entries that are listed at most.
    static final int MOST = 200;

    private static final String BELLJAR = "Belljar";
    private static final String FIELD = "\u001f";
    private static final String FORMAT = "--format=%H%x1f%T%x1f%P%x1f%ct%x1f%cn%x1f%an%x1f%s";
    private static final int FIELDS = 7;

    ReviewEntries {
        all = List.copyOf(all);
        whole = List.copyOf(whole);
    }

    /// Lists the entries of a reviewed tip.
    static ReviewEntries of(HostRepository repository, OperationDeadline deadline, String capture, String tip)
            throws SyncException, InterruptedException {
        return new Reading(repository, deadline, capture).entries(tip);
    }

    /// The trees that an entry compares; `tip` says that it is the tip of a review.
    static TreePair trees(HostRepository repository, OperationDeadline deadline, String capture, String id, boolean tip)
            throws SyncException, InterruptedException {
        return new Reading(repository, deadline, capture).trees(id, tip);
    }

    Optional<WorkEntry> find(String id) {
        return all.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }

    /// Reads the entries.
    private record Reading(HostRepository repository, OperationDeadline deadline, String capture) {
        private record Commit(WorkEntry.EntryCommit entry, String committer) {}

        private ReviewEntries entries(String tip) throws SyncException, InterruptedException {
            List<Commit> commits = commits(tip, MOST + 1, "^" + capture);
            boolean more = commits.size() > MOST;
            List<Commit> some = more ? commits.subList(commits.size() - MOST, commits.size()) : commits;
            OwnFiles own = new OwnFiles(repository, capture, WorkBase.note(repository, capture));
            boolean open = !some.isEmpty() && open(some.getLast(), tip);
            List<Commit> made = open ? some.subList(0, some.size() - 1) : some;
            String head = open ? parent(some.getLast()) : RefNames.object(tip);
            String headTree = head == null ? own.emptyTree() : repository.tree(head);
            String ownTree = own.over(headTree);
            List<TreePair> pairs = new ArrayList<>();
            List<WorkEntry.EntryCommit> shown = new ArrayList<>();
            for (Commit commit : made) {
                String parent = parent(commit);
                String before = parent == null ? own.emptyTree() : tree(some, parent);
                pairs.add(new TreePair(before, commit.entry().tree()));
                shown.add(parent == null ? commit.entry().with(before) : commit.entry());
            }
            boolean uncommitted = open && !ownTree.equals(some.getLast().entry().tree());
            if (uncommitted) {
                pairs.add(new TreePair(ownTree, some.getLast().entry().tree()));
                shown.add(some.getLast().entry().with(ownTree));
            }
            TreePair.ComparedPairs compared =
                    TreePair.compare(repository.untrusted(), deadline, pairs, WorkReview.SHOWN);
            boolean changed =
                    compared.pairs().stream().anyMatch(each -> !each.all().isEmpty());
            List<WorkReview.ReviewedChange> whole = changed
                    ? new WorkReview(repository, deadline)
                            .judge(capture, tip, WorkReview.SHOWN)
                            .all()
                    : List.of();
            List<WorkEntry> entries = judged(shown, pairs, compared.pairs(), uncommitted, whole);
            return new ReviewEntries(entries, compared.complete() && !more, head, headTree, ownTree, open, whole);
        }

        // A tip that looks like Belljar's own commit of uncommitted work. A guest can make such a commit, too; then its
        // changes are compared with the user's uncommitted files, which makes no difference to what is accepted.
        private static boolean open(Commit newest, String tip) {
            WorkCommit shown = newest.entry().shown();
            return newest.entry().id().equals(tip)
                    && newest.entry().parents().size() <= 1
                    && newest.committer().equals(BELLJAR)
                    && shown.author().equals(BELLJAR)
                    && shown.subject().equals(WorkFetcher.UNCOMMITTED.strip());
        }

        private static @Nullable String parent(Commit commit) {
            List<String> parents = commit.entry().parents();
            return parents.isEmpty() ? null : parents.getFirst();
        }

        private String tree(List<Commit> known, String commit) throws SyncException, InterruptedException {
            for (Commit each : known) {
                if (each.entry().id().equals(commit)) {
                    return each.entry().tree();
                }
            }
            return repository.tree(commit);
        }

        private TreePair trees(String id, boolean tip) throws SyncException, InterruptedException {
            Commit commit = commits(id, 1, "--").getFirst();
            String parent = parent(commit);
            OwnFiles own = new OwnFiles(repository, capture, WorkBase.note(repository, capture));
            String before = parent == null ? own.emptyTree() : repository.tree(parent);
            return new TreePair(
                    tip && open(commit, id) ? own.over(before) : before,
                    commit.entry().tree());
        }

        // The newest commits of a first-parent history without those of `besides`, the oldest first.
        private List<Commit> commits(String tip, int most, String besides) throws SyncException, InterruptedException {
            List<Commit> commits = new ArrayList<>();
            try (GitRecords records = new GitRecords(
                    repository.untrusted(),
                    deadline.left(),
                    "log",
                    "-z",
                    "--first-parent",
                    "--no-mailmap",
                    "--no-decorate",
                    "--no-notes",
                    "--max-count=" + most,
                    FORMAT,
                    RefNames.object(tip),
                    besides)) {
                for (String record = records.next(); record != null; record = records.next()) {
                    commits.addFirst(commit(record));
                }
            }
            return commits;
        }

        // A record that was cut lacks its last fields; ids are never cut.
        private static Commit commit(String record) {
            String[] words = Arrays.copyOf(record.split(FIELD, FIELDS), FIELDS);
            for (int i = 0; i < FIELDS; i++) {
                words[i] = words[i] == null ? "" : words[i];
            }
            List<String> parents = Arrays.stream(words[2].split(" "))
                    .filter(word -> !word.isEmpty())
                    .toList();
            long seconds = words[3].matches("[0-9]{1,10}") ? Long.parseLong(words[3]) : 0;
            WorkCommit shown =
                    new WorkCommit(words[0], WorkReview.text(words[6]), WorkReview.text(words[5]), seconds * 1000);
            String parent = parents.isEmpty() ? "" : parents.getFirst();
            return new Commit(
                    new WorkEntry.EntryCommit(words[0], words[1], parent, parents, shown), WorkReview.text(words[4]));
        }

        private List<WorkEntry> judged(
                List<WorkEntry.EntryCommit> commits,
                List<TreePair> pairs,
                List<TreePair.PairChanges> changes,
                boolean uncommitted,
                List<WorkReview.ReviewedChange> whole)
                throws SyncException, InterruptedException {
            List<RawChange> all = new ArrayList<>();
            List<TreeDiff.Lines> lines = new ArrayList<>();
            for (TreePair.PairChanges each : changes) {
                for (RawChange change : each.all()) {
                    all.add(change);
                    lines.add(each.lines().getOrDefault(change.path(), TreeDiff.Lines.UNKNOWN));
                }
            }
            List<WorkReview.ReviewedChange> reviewed = reviewed(all, lines, whole);
            List<WorkEntry> entries = new ArrayList<>();
            int at = 0;
            for (int i = 0; i < commits.size(); i++) {
                int end = at + changes.get(i).all().size();
                boolean committed = !uncommitted || i < commits.size() - 1;
                entries.add(new WorkEntry(
                        commits.get(i),
                        pairs.get(i).before(),
                        committed,
                        reviewed.subList(at, end),
                        changes.get(i).refused()));
                at = end;
            }
            return entries;
        }

        // A file that is risky compared with the capture is risky in each entry that changes it, and one that has the
        // user's own content is not.
        private List<WorkReview.ReviewedChange> reviewed(
                List<RawChange> all, List<TreeDiff.Lines> lines, List<WorkReview.ReviewedChange> whole)
                throws SyncException, InterruptedException {
            if (all.isEmpty()) {
                return List.of();
            }
            WorkReview review = new WorkReview(repository, deadline);
            Map<GitPath, String> risks = new HashMap<>();
            for (WorkReview.ReviewedChange each : whole) {
                if (each.risk() != null) {
                    risks.put(each.change().path(), each.risk());
                }
            }
            List<WorkReview.ReviewedChange> reviewed = new ArrayList<>();
            review.judge(capture, all, lines::get, each -> {
                String risk = each.risk() == null ? risks.get(each.change().path()) : each.risk();
                reviewed.add(new WorkReview.ReviewedChange(each.change(), each.lines(), risk));
            });
            List<RawChange> risky = reviewed.stream()
                    .filter(each -> each.risk() != null)
                    .map(WorkReview.ReviewedChange::change)
                    .toList();
            Set<RawChange> own = risky.isEmpty() ? Set.of() : CommitRange.own(repository, deadline, capture, risky);
            return reviewed.stream()
                    .map(each -> own.contains(each.change())
                            ? new WorkReview.ReviewedChange(each.change(), each.lines(), null)
                            : each)
                    .toList();
        }
    }
}
