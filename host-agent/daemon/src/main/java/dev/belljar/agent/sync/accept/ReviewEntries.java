package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.capture.WorkBase;
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
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The entries of the work under review: the commits of its first-parent history, the oldest first, and a last
/// entry for what was not committed.
///
/// The uncommitted work is compared with the machine's HEAD plus the user's own uncommitted files as they were
/// captured, because these are no work of the sandbox. All changes are judged by one import gate relative to the
/// capture, with the same result as `CommitRange`: what is shown as risky is what a sync withholds.
///
/// `head` is the machine's HEAD (null if it has no commit), `headTree` its tree, and `ownTree` the same with the
/// user's own uncommitted files. `open` means that the tip is a commit that Belljar made of the uncommitted work.
/// `whole` are the changes between the capture and the tip; none if there is no entry with changes. `synced` are
/// the changes that earlier syncs brought to the project; those that were not committed then are an entry of their
/// own before the other uncommitted work.
record ReviewEntries(
        List<WorkEntry> all,
        boolean complete,
        @Nullable String head,
        String headTree,
        String ownTree,
        boolean open,
        List<RawChange> whole,
        SyncedParts synced) {
    /// Entries that are listed at most.
    static final int MOST = 200;

    private static final String BELLJAR = "Belljar";
    /// The only character that no name can contain.
    private static final String FIELD = "\n";

    private static final String FORMAT = "--format=%H%n%T%n%P%n%ct%n%cn%n%an%n%s";
    private static final int FIELDS = 7;

    ReviewEntries {
        all = List.copyOf(all);
        whole = List.copyOf(whole);
    }

    /// Lists the entries of a reviewed tip.
    static ReviewEntries of(HostRepository repository, OperationDeadline deadline, EntryBase base, String tip)
            throws SyncException, InterruptedException {
        return new Reading(repository, deadline, base).entries(tip);
    }

    /// The trees that an entry compares; `tip` says that it is the tip of a review.
    static TreePair trees(HostRepository repository, OperationDeadline deadline, EntryBase base, String id, boolean tip)
            throws SyncException, InterruptedException {
        return new Reading(repository, deadline, base).trees(id, tip);
    }

    /// The changes of all entries.
    WorkReview.ReviewedChanges changes() {
        return new WorkReview.ReviewedChanges(
                all.stream().flatMap(entry -> entry.changes().stream()).toList(),
                all.stream().flatMap(entry -> entry.refused().stream()).toList(),
                complete);
    }

    Optional<WorkEntry> find(String id) {
        return all.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }

    /// Reads the entries.
    private record Reading(HostRepository repository, OperationDeadline deadline, EntryBase base) {
        private record Commit(WorkEntry.EntryCommit entry, String committer) {}

        // A tip with its commits, of which the last is not one of the machine's if `open`.
        private record TipCommits(
                List<Commit> made,
                @Nullable Commit last,
                boolean complete,
                @Nullable String head,
                String headTree,
                String ownTree) {}

        // The entries before they are compared; the first `committed` of them are commits of the machine.
        private record EntryPairs(List<WorkEntry.EntryCommit> entries, List<TreePair> pairs, int committed) {
            private EntryPairs() {
                this(new ArrayList<>(), new ArrayList<>(), 0);
            }

            private EntryPairs committed(int count) {
                return new EntryPairs(entries, pairs, count);
            }

            private void add(WorkEntry.EntryCommit entry, String before) {
                pairs.add(new TreePair(before, entry.tree()));
                entries.add(entry);
            }
        }

        private ReviewEntries entries(String tip) throws SyncException, InterruptedException {
            OwnFiles own = own();
            TipCommits commits = commits(tip, own);
            SyncedTip synced = synced(tip, commits, own);
            EntryPairs listed = committed(commits, own);
            Commit last = commits.last();
            if (last != null) {
                String accepted = synced.over(repository, deadline, commits.ownTree());
                if (!accepted.equals(commits.ownTree())) {
                    listed.add(synced.entry(accepted, commits.ownTree(), commits.head()), commits.ownTree());
                }
                if (!accepted.equals(last.entry().tree())) {
                    listed.add(last.entry().with(accepted), accepted);
                }
            }
            TreePair.ComparedPairs compared =
                    TreePair.compare(repository.untrusted(), deadline, listed.pairs(), WorkReview.SHOWN);
            EntryFindings findings = new EntryFindings(repository, deadline, base.capture());
            List<RawChange> whole = findings.whole(tip, listed.pairs(), compared.pairs());
            List<WorkEntry> entries = judged(listed, compared.pairs(), findings.judge(compared.pairs(), whole, tip));
            boolean complete = compared.complete() && commits.complete();
            return new ReviewEntries(
                    entries,
                    complete,
                    commits.head(),
                    commits.headTree(),
                    commits.ownTree(),
                    last != null,
                    whole,
                    complete ? synced.parts(entries) : SyncedParts.NONE);
        }

        private TipCommits commits(String tip, OwnFiles own) throws SyncException, InterruptedException {
            List<Commit> commits = commits(tip, MOST + 1, "^" + base.commit());
            boolean more = commits.size() > MOST;
            List<Commit> some = more ? commits.subList(commits.size() - MOST, commits.size()) : commits;
            boolean open = !some.isEmpty() && open(some.getLast(), tip);
            String head = open ? parent(some.getLast()) : RefNames.object(tip);
            String headTree = head == null ? own.emptyTree() : repository.tree(head);
            return new TipCommits(
                    open ? some.subList(0, some.size() - 1) : some,
                    open ? some.getLast() : null,
                    !more,
                    head,
                    headTree,
                    own.over(headTree));
        }

        // The entries of the machine's own commits.
        private EntryPairs committed(TipCommits commits, OwnFiles own) throws SyncException, InterruptedException {
            EntryPairs listed = new EntryPairs();
            for (Commit commit : commits.made()) {
                String parent = parent(commit);
                String before = parent == null ? own.emptyTree() : tree(commits.made(), parent);
                listed.add(parent == null ? commit.entry().with(before) : commit.entry(), before);
            }
            return listed.committed(commits.made().size());
        }

        // The files that count as the user's own: with the work of a snapshot as the base, those that were not
        // committed there.
        private OwnFiles own() throws SyncException, InterruptedException {
            if (!base.other()) {
                String capture = base.capture();
                return new OwnFiles(
                        repository, capture, WorkBase.note(repository, capture).head());
            }
            Commit commit = commits(base.commit(), 1, "--").getFirst();
            String head = open(commit, base.commit()) ? parent(commit) : base.commit();
            return new OwnFiles(repository, base.commit(), head);
        }

        private SyncedTip synced(String tip, TipCommits commits, OwnFiles own)
                throws SyncException, InterruptedException {
            String then = base.synced().tip();
            if (then == null || !commits.complete()) {
                return SyncedTip.NONE;
            }
            TipCommits old = then.equals(tip) ? commits : commits(then, own);
            EntryPairs listed = committed(old, own);
            TreePair.ComparedPairs compared =
                    TreePair.compare(repository.untrusted(), deadline, listed.pairs(), WorkReview.SHOWN);
            if (!compared.complete() || !old.complete()) {
                return SyncedTip.NONE;
            }
            List<SyncedParts.EntryChanges> changes = new ArrayList<>();
            for (int i = 0; i < listed.entries().size(); i++) {
                changes.add(new SyncedParts.EntryChanges(
                        listed.entries().get(i).id(), compared.pairs().get(i).all()));
            }
            String files = base.synced().files();
            List<RawChange> uncommitted = old.last() == null || files == null
                    ? List.of()
                    : TreeDiff.withoutRenames(repository.untrusted(), deadline, old.ownTree(), files, WorkReview.SHOWN)
                            .all();
            return new SyncedTip(base.synced(), changes, old.ownTree(), uncommitted);
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
            OwnFiles own = own();
            String before = parent == null ? own.emptyTree() : repository.tree(parent);
            if (tip && open(commit, id)) {
                TipCommits commits = commits(id, own);
                before = synced(id, commits, own).over(repository, deadline, commits.ownTree());
            }
            return new TreePair(before, commit.entry().tree());
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

        private static List<WorkEntry> judged(
                EntryPairs listed, List<TreePair.PairChanges> changes, List<WorkReview.ReviewedChange> reviewed) {
            List<WorkEntry> entries = new ArrayList<>();
            int at = 0;
            for (int i = 0; i < changes.size(); i++) {
                int end = at + changes.get(i).all().size();
                entries.add(new WorkEntry(
                        listed.entries().get(i),
                        listed.pairs().get(i).before(),
                        i < listed.committed(),
                        reviewed.subList(at, end),
                        changes.get(i).refused()));
                at = end;
            }
            return entries;
        }
    }
}
