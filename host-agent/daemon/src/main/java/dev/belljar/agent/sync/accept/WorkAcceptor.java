package dev.belljar.agent.sync.accept;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.CaptureNote;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.WorkCommit;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Accepts reviewed work: chooses the commit for the branch and puts it into the user's repository.
///
/// If no path is withheld, now or in any commit in between, the machine's own commits are used unchanged.
/// Otherwise the branch gets one commit in which every withheld path has the content of the capture: commits
/// that once contained a withheld file would bring it along.
public final class WorkAcceptor {
    private static final int MOST = 200_000;
    private static final TreeDiff.Limits LIMITS = new TreeDiff.Limits(MOST, GitRecords.KEPT);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int NAMED = 200;
    private static final int CHUNK = 8 << 20;

    private final HostRepository repository;
    private final String sandbox;
    private final String name;
    private final OperationDeadline deadline;
    private final WorkReview review;
    private final String capture;
    private final CaptureNote note;

    public WorkAcceptor(HostRepository repository, String sandbox, String name)
            throws SyncException, InterruptedException {
        this.repository = repository;
        this.sandbox = sandbox;
        this.name = name;
        this.deadline = OperationDeadline.in(LIMIT);
        this.review = new WorkReview(repository, deadline);
        this.capture = repository.ref(RefNames.capture(sandbox)).orElseThrow(() -> WorkBase.missing(sandbox));
        this.note = WorkBase.note(repository, capture);
    }

    /// The choice: the commit for the branch, the number of its changed files, the withheld paths, and the
    /// commit accepted before.
    public record Chosen(String commit, int files, List<String> withheld, Optional<String> before) {
        public Chosen {
            withheld = List.copyOf(withheld);
        }
    }

    /// Chooses the commit for the branch. Only objects are added to the host's own repository, so this needs no
    /// lock.
    public Chosen choose(AcceptSync request) throws SyncException, InterruptedException {
        String tip = reviewed(request);
        Optional<String> before = repository.ref(RefNames.accepted(sandbox));
        WorkReview.ReviewedChanges reviewed = changes(tip);
        List<WorkReview.ReviewedChange> changes = reviewed.all();
        List<TreeDiff.Refused> refused = reviewed.refused();
        Set<GitPath> allowed = allowed(request, changes, refused);
        allowed.addAll(allowedBefore(changes));
        List<RawChange> withheld = changes.stream()
                .filter(change -> change.risk() != null
                        && !allowed.contains(change.change().path()))
                .map(WorkReview.ReviewedChange::change)
                .toList();
        boolean whole = withheld.isEmpty()
                && refused.isEmpty()
                && new CommitRange(repository, review, deadline, capture).holdsOnly(tip, allowed);
        List<String> shown = new ArrayList<>();
        withheld.forEach(each -> shown.add(each.path().shown()));
        refused.forEach(each -> shown.add(each.path()));
        String commit = whole ? tip : squashed(tip, withheld, !refused.isEmpty());
        int own =
                review.own(note.head(), tip, WorkReview.shown(changes)).files().size();
        return new Chosen(commit, changes.size() - withheld.size() + own, shown, before);
    }

    /// The user's branch with a pack of the objects that the chosen commit needs; this needs no lock either.
    public UserBranch packed(Path project, Chosen chosen, DiskReserve reserve)
            throws SyncException, InterruptedException {
        return UserBranch.packed(
                repository, RefNames.branch(name), RefNames.accepted(sandbox), chosen.commit(), project, reserve);
    }

    /// Moves the branch to the chosen commit while no other operation changes the repository; empty if another
    /// accept came in between.
    public Optional<SyncResult> put(UserBranch branch, Chosen chosen) throws SyncException, InterruptedException {
        if (!repository.ref(RefNames.accepted(sandbox)).equals(chosen.before())) {
            return Optional.empty();
        }
        String where = branch.put();
        repository.update(List.of("update " + RefNames.accepted(sandbox) + " " + chosen.commit()));
        return Optional.of(new SyncResult(where, chosen.commit(), chosen.files(), chosen.withheld()));
    }

    private String reviewed(AcceptSync request) throws SyncException, InterruptedException {
        String tip = request.commit();
        if (!new ReviewedPlans(repository, sandbox).has(tip)) {
            throw new SyncException(
                    SyncException.MOVED_ON,
                    "commit " + SyncFaults.clean(tip)
                            + " is not a reviewed commit from this sandbox, or was reviewed too long ago",
                    "Review the changes again, then sync.",
                    null);
        }
        return tip;
    }

    private WorkReview.ReviewedChanges changes(String tip) throws SyncException, InterruptedException {
        WorkReview.ReviewedChanges reviewed = review.judge(capture, tip, LIMITS);
        if (!reviewed.complete()) {
            throw SyncFaults.refused(
                    "more than " + MOST + " changed files: too many to review", "Add build output to .gitignore.");
        }
        return reviewed;
    }

    // Impossible paths are shown with the others, but cannot be allowed.
    private static Set<GitPath> allowed(
            AcceptSync request, List<WorkReview.ReviewedChange> changes, List<TreeDiff.Refused> refused)
            throws SyncException {
        Set<String> never = refused.stream().map(TreeDiff.Refused::path).collect(Collectors.toSet());
        Set<GitPath> known =
                changes.stream().map(change -> change.change().path()).collect(Collectors.toSet());
        Set<GitPath> allowed = new TreeSet<>();
        for (String shown : request.allowed()) {
            GitPath path = GitPath.parse(shown);
            if (!known.contains(path) && never.contains(shown)) {
                continue;
            }
            if (!known.contains(path)) {
                throw SyncFaults.refused(
                        "path " + SyncFaults.clean(shown) + " is not among the changed files",
                        "Use paths as listed in the review.");
            }
            allowed.add(path);
        }
        return allowed;
    }

    // Content that the user allowed stays allowed while it is identical: another sync must not silently remove
    // it from the branch.
    private Set<GitPath> allowedBefore(List<WorkReview.ReviewedChange> changes)
            throws SyncException, InterruptedException {
        Optional<String> accepted = repository.ref(RefNames.accepted(sandbox));
        if (accepted.isEmpty()) {
            return Set.of();
        }
        Set<RawChange> brought =
                new HashSet<>(TreeDiff.changes(repository.untrusted(), deadline, capture, accepted.get(), LIMITS)
                        .all());
        return changes.stream()
                .map(WorkReview.ReviewedChange::change)
                .filter(brought::contains)
                .map(RawChange::path)
                .collect(Collectors.toSet());
    }

    private String squashed(String tip, List<RawChange> withheld, boolean filtered)
            throws SyncException, InterruptedException {
        String head = note.head();
        List<String> parents = head == null ? List.of() : List.of(head);
        String tree = without(tip, withheld, filtered);
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

    // The tip's tree with the base's content at the withheld paths.
    private String without(String tip, List<RawChange> withheld, boolean filtered)
            throws SyncException, InterruptedException {
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
            return git.line("write-tree");
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

    private String message(String tip, List<RawChange> withheld) throws SyncException, InterruptedException {
        List<String> lines = new ArrayList<>(List.of("Work from the sandbox " + name, ""));
        if (!withheld.isEmpty()) {
            lines.add("Excluded, because they could run on this computer:");
            withheld.stream()
                    .limit(NAMED)
                    .map(each -> "- " + each.path().shown())
                    .forEach(lines::add);
            lines.add("");
        }
        List<WorkCommit> commits = review.commits(capture, tip);
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
