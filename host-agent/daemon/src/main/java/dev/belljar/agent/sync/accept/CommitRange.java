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
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The commits between the capture and a tip; a risky file may have been added and removed among them.
///
/// `besides` are commits whose histories do not belong to it either. What has one of the contents `synced` was allowed
/// before.
record CommitRange(
        HostRepository repository,
        WorkReview review,
        OperationDeadline deadline,
        String capture,
        List<String> besides,
        SyncedParts synced) {
    private static final int COMMITS = 2_000;
    private static final int CHANGES = 50_000;
    private static final long BYTES = 16L << 20;

    CommitRange {
        besides = List.copyOf(besides);
    }

    /// True if no commit in the range contains a risky change except to allowed paths or to content that the
    /// user had there. Also false if the range is too large to examine.
    boolean holdsOnly(String tip, Set<GitPath> allowed) throws SyncException, InterruptedException {
        return holdsOnly(tip, List.of(), allowed);
    }

    /// True if no such change is in the commits of the range that the histories of `known` do not have.
    boolean holdsOnly(String tip, List<String> known, Set<GitPath> allowed) throws SyncException, InterruptedException {
        List<String> commits = between(tip, known);
        List<RawChange> changes = new ArrayList<>();
        if (commits.isEmpty()) {
            return true;
        }
        return commits.size() <= COMMITS && collect(commits, changes) && allFine(changes, allowed);
    }

    // Collects the changes of all commits with one git; false if there are too many, or paths that no file can
    // have.
    private boolean collect(List<String> commits, List<RawChange> changes) throws SyncException, InterruptedException {
        byte[] input = (String.join("\n", commits) + "\n").getBytes(StandardCharsets.US_ASCII);
        List<TreeDiff.RefusedPath> refused = new ArrayList<>();
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
            if (reviewed.risk() != null
                    && !allowed.contains(reviewed.change().path())
                    && !synced.holds(reviewed.change())) {
                risky.add(reviewed.change());
            }
        });
        return risky.isEmpty() || own(repository, deadline, capture, risky).containsAll(risky);
    }

    /// Those of the changes that leave their path with the content that it has in the capture, which is the user's.
    static Set<RawChange> own(
            HostRepository repository, OperationDeadline deadline, String capture, Collection<RawChange> changes)
            throws SyncException, InterruptedException {
        Map<String, List<RawChange>> wanted = new HashMap<>();
        changes.forEach(change -> wanted.computeIfAbsent(change.path().latin1(), _ -> new ArrayList<>())
                .add(change));
        Set<RawChange> own = new HashSet<>();
        try (GitRecords files = new GitRecords(
                repository.untrusted(),
                deadline.left(),
                "ls-tree",
                "-r",
                "-z",
                "--full-tree",
                RefNames.object(capture))) {
            for (String entry = files.next(); entry != null && !wanted.isEmpty(); entry = files.next()) {
                String[] words = entry.substring(0, entry.indexOf('\t')).split(" ");
                List<RawChange> here = wanted.remove(entry.substring(entry.indexOf('\t') + 1));
                if (here != null) {
                    here.stream()
                            .filter(change -> change.newMode().equals(words[0])
                                    && change.newId().equals(words[2]))
                            .forEach(own::add);
                }
            }
        }
        return own;
    }

    private List<String> between(String tip, List<String> known) throws SyncException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("rev-list", "--max-count=" + (COMMITS + 1), tip));
        words.add("^" + capture);
        besides.forEach(each -> words.add("^" + each));
        known.forEach(each -> words.add("^" + each));
        return repository.untrusted().line(words.toArray(String[]::new)).lines().toList();
    }
}
