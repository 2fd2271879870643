package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.repository.HostRepository;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The commits between the capture and a tip; a risky file may have been added and removed among them.
record CommitRange(HostRepository repository, WorkReview review, OperationDeadline deadline, String capture) {
    private static final int COMMITS = 2_000;
    private static final int CHANGES = 50_000;
    private static final long BYTES = 16L << 20;

    /// True if no commit in the range contains a risky change except to allowed paths or to content that the
    /// user had there. Also false if the range is too large to examine.
    boolean holdsOnly(String tip, Set<GitPath> allowed) throws SyncException, InterruptedException {
        List<String> commits = between(tip);
        List<RawChange> changes = new ArrayList<>();
        return commits.size() <= COMMITS && collect(commits, changes) && allFine(changes, allowed);
    }

    // Collects the changes of all commits with one git; false if there are too many, or paths that no file can
    // have.
    private boolean collect(List<String> commits, List<RawChange> changes) throws SyncException, InterruptedException {
        byte[] input = (String.join("\n", commits) + "\n").getBytes(StandardCharsets.US_ASCII);
        List<TreeDiff.Refused> refused = new ArrayList<>();
        long bytes = 0;
        try (GitRecords records = new GitRecords(
                repository.untrusted(),
                deadline.left(),
                input,
                "diff-tree",
                "--stdin",
                "-r",
                "-z",
                "-m",
                "--root",
                "--raw",
                "--no-abbrev",
                "--no-renames",
                "--no-commit-id")) {
            for (RawChange change = TreeDiff.raw(records, refused);
                    change != null;
                    change = TreeDiff.raw(records, refused)) {
                bytes += change.path().latin1().length();
                if (changes.size() == CHANGES || bytes > BYTES) {
                    return false;
                }
                changes.add(change);
            }
            return refused.isEmpty();
        }
    }

    // Lines are not counted here, so binary files are not marked.
    private boolean allFine(List<RawChange> changes, Set<GitPath> allowed) throws SyncException, InterruptedException {
        Map<GitPath, TreeDiff.Lines> text = new HashMap<>();
        changes.forEach(change -> text.put(change.path(), TreeDiff.Lines.TEXT));
        List<RawChange> risky = new ArrayList<>();
        review.judge(capture, changes, text, reviewed -> {
            if (reviewed.risk() != null && !allowed.contains(reviewed.change().path())) {
                risky.add(reviewed.change());
            }
        });
        return risky.isEmpty() || areOwn(risky);
    }

    // True if each change leaves its path with the user's content.
    private boolean areOwn(List<RawChange> risky) throws SyncException, InterruptedException {
        Map<String, String> expected = new HashMap<>();
        for (RawChange change : risky) {
            String entry = change.newMode() + " " + change.newId();
            if (!expected.getOrDefault(change.path().latin1(), entry).equals(entry)) {
                return false;
            }
            expected.put(change.path().latin1(), entry);
        }
        try (GitRecords own = new GitRecords(
                repository.untrusted(),
                deadline.left(),
                "ls-tree",
                "-r",
                "-z",
                "--full-tree",
                RefNames.object(capture))) {
            for (String entry = own.next(); entry != null && !expected.isEmpty(); entry = own.next()) {
                String[] words = entry.substring(0, entry.indexOf('\t')).split(" ");
                expected.remove(entry.substring(entry.indexOf('\t') + 1), words[0] + " " + words[2]);
            }
        }
        return expected.isEmpty();
    }

    private List<String> between(String tip) throws SyncException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("rev-list", "--max-count=" + (COMMITS + 1), tip));
        words.add("^" + capture);
        return repository.untrusted().line(words.toArray(String[]::new)).lines().toList();
    }
}
