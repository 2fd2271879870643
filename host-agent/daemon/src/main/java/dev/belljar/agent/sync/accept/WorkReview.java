package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.gate.ChangeFindings;
import dev.belljar.agent.sync.gate.CharacterScanner;
import dev.belljar.agent.sync.gate.ImportGate;
import dev.belljar.agent.sync.git.BlobReader;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.WorkCommit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Builds the review of a machine's work: changed paths with their risks, and commits, in visible characters.
public final class WorkReview {
    public static final int FILES = 20_000;

    /// Limit of the bytes of paths in one answer; escaping makes at most four of one.
    public static final TreeDiff.Limits SHOWN = new TreeDiff.Limits(FILES, 4L << 20);

    private static final int COMMITS = 1_000;
    private static final int TEXT = 300;

    private final GitRunner git;
    private final OperationDeadline deadline;
    private final CharacterScanner scanner;

    /// A review with this deadline.
    public WorkReview(HostRepository repository, OperationDeadline deadline) {
        this.git = repository.untrusted();
        this.deadline = deadline;
        this.scanner = new CharacterScanner(git, deadline);
    }

    /// A change with the findings about it.
    record ReviewedChange(
            RawChange change,
            TreeDiff.Lines lines,
            @Nullable String risk) {}

    /// All changes between two commits with their findings, those with impossible paths, and whether the list is
    /// complete.
    record ReviewedChanges(List<ReviewedChange> all, List<TreeDiff.RefusedPath> refused, boolean complete) {
        ReviewedChanges {
            all = List.copyOf(all);
            refused = List.copyOf(refused);
        }
    }

    ReviewedChanges judge(String base, String tip, TreeDiff.Limits limits) throws SyncException, InterruptedException {
        TreeDiff.Changes changes = TreeDiff.changes(git, deadline, base, tip, limits);
        Map<GitPath, TreeDiff.Lines> lines =
                changes.all().isEmpty() ? new HashMap<>() : TreeDiff.lines(git, deadline, base, tip, limits);
        List<ReviewedChange> all = new ArrayList<>();
        judge(base, changes.all(), lines, all::add);
        return new ReviewedChanges(all, changes.refused(), changes.complete());
    }

    /// Judges these changes relative to `base` one by one, with one git for all their contents.
    void judge(String base, List<RawChange> changes, Map<GitPath, TreeDiff.Lines> lines, ChangeVerdict verdict)
            throws SyncException, InterruptedException {
        judge(base, changes, at -> lines.getOrDefault(changes.get(at).path(), TreeDiff.Lines.UNKNOWN), verdict);
    }

    /// Judges these changes relative to `base` one by one; `lines` has the line counts of the change at an index.
    void judge(String base, List<RawChange> changes, IntFunction<TreeDiff.Lines> lines, ChangeVerdict verdict)
            throws SyncException, InterruptedException {
        try (BlobReader blobs = new BlobReader(git, deadline)) {
            ImportGate gate = new ImportGate(blobs, ChangeFindings.of(git, deadline, scanner, base, changes));
            for (int from = 0; from < changes.size(); from += BlobReader.BATCH) {
                List<RawChange> some = changes.subList(from, Math.min(changes.size(), from + BlobReader.BATCH));
                deadline.left();
                gate.readAhead(some);
                for (int i = 0; i < some.size(); i++) {
                    RawChange change = some.get(i);
                    TreeDiff.Lines counted = lines.apply(from + i);
                    verdict.on(new ReviewedChange(change, counted, gate.risk(change, counted.binary())));
                }
            }
        }
    }

    /// Receives each reviewed change.
    interface ChangeVerdict {
        void on(ReviewedChange reviewed);
    }

    public FileDiff diff(String base, String tip) throws SyncException, InterruptedException {
        ReviewedChanges reviewed = judge(base, tip, SHOWN);
        List<FileChange> files = new ArrayList<>(shown(reviewed.all()));
        reviewed.refused().forEach(refused -> files.add(shown(refused)));
        return new FileDiff(base, tip, files, List.of(), reviewed.complete());
    }

    /// The differences between the user's HEAD and the tip except these files: the user's own uncommitted
    /// changes.
    public FileDiff own(@Nullable String head, String tip, List<FileChange> besides)
            throws SyncException, InterruptedException {
        Set<String> known = new HashSet<>();
        for (FileChange change : besides) {
            known.add(change.path());
            known.add(change.from() == null ? change.path() : change.from());
        }
        return own(head, tip, known);
    }

    /// The same except the files with these paths, as they are shown.
    public FileDiff own(@Nullable String head, String tip, Set<String> besides)
            throws SyncException, InterruptedException {
        String from = head == null ? nothing() : head;
        TreeDiff.Changes changes = TreeDiff.changes(git, deadline, from, tip, SHOWN);
        List<RawChange> own = changes.all().stream()
                .filter(each -> !besides.contains(each.path().shown()))
                .toList();
        Map<GitPath, TreeDiff.Lines> lines = own.isEmpty() ? Map.of() : TreeDiff.lines(git, deadline, from, tip, SHOWN);
        List<FileChange> files = own.stream()
                .map(each ->
                        shown(new ReviewedChange(each, lines.getOrDefault(each.path(), TreeDiff.Lines.UNKNOWN), null)))
                .toList();
        return new FileDiff(from, tip, files, List.of(), changes.complete());
    }

    // The empty tree, which every git knows.
    private String nothing() throws SyncException, InterruptedException {
        return new String(
                        git.check(new byte[0], "hash-object", "-t", "tree", "--stdin")
                                .out(),
                        StandardCharsets.UTF_8)
                .strip();
    }

    /// Commits of `tip` that are not in `base`, oldest first, the newest 1,000 of them.
    public List<WorkCommit> commits(String base, @Nullable String tip) throws SyncException, InterruptedException {
        List<WorkCommit> commits = new ArrayList<>();
        if (tip == null) {
            return commits;
        }
        try (GitRecords records = new GitRecords(
                git,
                deadline.left(),
                "log",
                "-z",
                "--no-mailmap",
                "--no-decorate",
                "--no-notes",
                "--max-count=" + COMMITS,
                "--format=%H%n%ct%n%an%n%s",
                RefNames.object(tip),
                "^" + RefNames.object(base))) {
            for (String record = records.next(); record != null; record = records.next()) {
                commits.addFirst(commit(record));
            }
        }
        return List.copyOf(commits);
    }

    private static WorkCommit commit(String record) {
        // No name can contain a newline.
        String[] words = record.split("\n", 4);
        boolean whole = words.length == 4;
        String seconds = whole && words[1].matches("[0-9]{1,10}") ? words[1] : "0";
        return new WorkCommit(
                words[0], whole ? text(words[3]) : "", whole ? text(words[2]) : "", Long.parseLong(seconds) * 1000);
    }

    /// Text from a machine as one visible line.
    static String text(String bytes) {
        String text = new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        String plain = VisibleText.line(text).strip();
        return plain.length() > TEXT ? plain.substring(0, TEXT) + "…" : plain;
    }

    static List<FileChange> shown(List<ReviewedChange> reviewed) {
        return reviewed.stream().map(WorkReview::shown).toList();
    }

    static FileChange shown(ReviewedChange reviewed) {
        return shown(reviewed, List.of());
    }

    /// The change, or only these hunks of it.
    static FileChange shown(ReviewedChange reviewed, List<Integer> hunks) {
        RawChange change = reviewed.change();
        GitPath from = change.from();
        String status = change.status() == 'C' ? "A" : String.valueOf(change.status());
        return new FileChange(
                status,
                change.path().shown(),
                from == null ? null : from.shown(),
                reviewed.lines().added(),
                reviewed.lines().removed(),
                reviewed.lines().binary(),
                reviewed.risk(),
                change.content(hunks));
    }

    static FileChange shown(TreeDiff.RefusedPath refused) {
        String status = refused.status() == 'C' ? "A" : String.valueOf(refused.status());
        String risk = "it is never synced: " + refused.why();
        return new FileChange(status, refused.path(), null, -1, -1, true, risk);
    }
}
