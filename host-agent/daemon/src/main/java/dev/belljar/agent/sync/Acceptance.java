package dev.belljar.agent.sync;

import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.view.Commit;
import dev.belljar.contract.view.SyncResult;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Takes reviewed work over: chooses what goes onto the branch and hands it to the person's repository.
///
/// When nothing is withheld, now or in any commit on the way, the machine's own commits are taken as they are.
/// Otherwise the branch gets one commit in which every withheld path has the content it had when the machine was
/// made: commits that once held a withheld file would bring it along.
final class Acceptance {
    private static final int MOST = 500_000;
    private static final int NAMED = 200;

    private final HostRepository repository;
    private final String sandbox;
    private final String name;
    private final Review review;
    private final String capture;
    private final CaptureNote note;

    Acceptance(HostRepository repository, String sandbox, String name) throws SyncException, InterruptedException {
        this.repository = repository;
        this.sandbox = sandbox;
        this.name = name;
        this.review = new Review(repository);
        this.capture = repository.ref(Names.capture(sandbox)).orElseThrow(() -> Base.missing(sandbox));
        this.note = Base.note(repository, capture);
    }

    SyncResult accept(Path project, AcceptSync request) throws SyncException, InterruptedException {
        String branch = Names.branch(name);
        String tip = reviewed(request);
        List<Review.Judged> changes = changes(tip);
        Set<GitPath> allowed = allowed(request, changes);
        allowed.addAll(allowedBefore(changes));
        List<RawChange> withheld = changes.stream()
                .filter(judged -> judged.risk() != null
                        && !allowed.contains(judged.change().path()))
                .map(Review.Judged::change)
                .toList();
        boolean whole = withheld.isEmpty() && new History(repository, review, capture).holdsOnly(tip, allowed);
        String commit = whole ? tip : squashed(tip, withheld);
        String where = new PersonBranch(repository, branch, Names.accepted(sandbox)).put(project, commit);
        repository.update(List.of("update " + Names.accepted(sandbox) + " " + commit));
        List<String> shown = withheld.stream().map(each -> each.path().shown()).toList();
        int own = review.own(note.head(), tip, Review.shown(changes)).files().size();
        return new SyncResult(where, commit, changes.size() - withheld.size() + own, shown);
    }

    private String reviewed(AcceptSync request) throws SyncException, InterruptedException {
        String tip = request.commit();
        if (!new Planned(repository, sandbox).has(tip)) {
            throw new SyncException(
                    SyncException.MOVED_ON,
                    "commit " + SyncFaults.clean(tip) + ": was not shown as work of this sandbox, or too long ago",
                    "Look at the changes again, then accept.",
                    null);
        }
        return tip;
    }

    private List<Review.Judged> changes(String tip) throws SyncException, InterruptedException {
        Review.Judgement judgement = review.judge(capture, tip, MOST);
        if (!judgement.complete()) {
            throw SyncFaults.refused(
                    "more than " + MOST + " changed files: too many to judge",
                    "Leave build output out of the project.");
        }
        return judgement.all();
    }

    private static Set<GitPath> allowed(AcceptSync request, List<Review.Judged> changes) throws SyncException {
        Set<GitPath> known =
                changes.stream().map(judged -> judged.change().path()).collect(Collectors.toSet());
        Set<GitPath> allowed = new TreeSet<>();
        for (String shown : request.allowed()) {
            GitPath path = GitPath.parse(shown);
            if (!known.contains(path)) {
                throw SyncFaults.refused(
                        "path " + SyncFaults.clean(shown) + ": is not among the changed files",
                        "Allow paths as listed.");
            }
            allowed.add(path);
        }
        return allowed;
    }

    // What a person allowed stays allowed while it is the same to the octet: another sync must not take it off the
    // branch again without a word.
    private Set<GitPath> allowedBefore(List<Review.Judged> changes) throws SyncException, InterruptedException {
        Optional<String> accepted = repository.ref(Names.accepted(sandbox));
        if (accepted.isEmpty()) {
            return Set.of();
        }
        Set<RawChange> brought = review.judge(capture, accepted.get(), MOST).all().stream()
                .map(Review.Judged::change)
                .collect(Collectors.toSet());
        return changes.stream()
                .map(Review.Judged::change)
                .filter(brought::contains)
                .map(RawChange::path)
                .collect(Collectors.toSet());
    }

    private String squashed(String tip, List<RawChange> withheld) throws SyncException, InterruptedException {
        String head = note.head();
        List<String> parents = head == null ? List.of() : List.of(head);
        String tree = without(tip, withheld);
        Optional<String> accepted = repository.ref(Names.accepted(sandbox));
        if (accepted.isPresent()
                && repository.tree(accepted.get()).equals(tree)
                && parents(accepted.get()).equals(parents)) {
            return accepted.get(); // nothing is new: the branch stays where it is
        }
        return repository.commit(tree, parents, message(tip, withheld), "");
    }

    private List<String> parents(String commit) throws SyncException, InterruptedException {
        return repository.git().line("rev-parse", commit + "^@").lines().toList();
    }

    // The tip's tree with the base's content in the withheld paths.
    private String without(String tip, List<RawChange> withheld) throws SyncException, InterruptedException {
        try (Scratch scratch = Scratch.in(repository)) {
            Git git = repository
                    .untrusted()
                    .with("GIT_INDEX_FILE", scratch.file("index").toString());
            git.line("read-tree", tip + "^{tree}");
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

    private static void entry(ByteArrayOutputStream entries, String mode, String id, GitPath path) {
        entries.writeBytes((mode + " " + id + "\t").getBytes(StandardCharsets.US_ASCII));
        entries.writeBytes(path.bytes());
        entries.write(0);
    }

    private String message(String tip, List<RawChange> withheld) throws SyncException, InterruptedException {
        List<String> lines = new ArrayList<>(List.of("Work of the sandbox " + name, ""));
        if (!withheld.isEmpty()) {
            lines.add("Withheld, as they could execute on this machine:");
            withheld.stream()
                    .limit(NAMED)
                    .map(each -> "- " + each.path().shown())
                    .forEach(lines::add);
            lines.add("");
        }
        List<Commit> commits = review.commits(capture, tip);
        if (!commits.isEmpty()) {
            lines.add("Made of:");
            commits.stream()
                    .limit(NAMED)
                    .map(each -> "- " + each.subject() + " (" + each.author() + ")")
                    .forEach(lines::add);
        }
        return String.join("\n", lines).strip() + "\n";
    }
}
