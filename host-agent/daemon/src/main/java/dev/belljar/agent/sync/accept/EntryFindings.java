package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.git.TreePair;
import dev.belljar.agent.sync.repository.HostRepository;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Judges the changes of all entries of a review together, relative to the capture.
///
/// What the entries change in total is judged, too. Both are the same if there is one entry, and mostly alike
/// otherwise, so what is known of the one is not read again for the other.
record EntryFindings(HostRepository repository, OperationDeadline deadline, String capture) {
    /// The changes between the capture and the tip; none if there is no entry with changes.
    List<RawChange> whole(String tip, List<TreePair> pairs, List<TreePair.PairChanges> changes)
            throws SyncException, InterruptedException {
        if (changes.stream().allMatch(each -> each.all().isEmpty())) {
            return List.of();
        }
        if (pairs.size() == 1
                && pairs.getFirst().before().equals(repository.tree(capture))
                && pairs.getFirst().after().equals(repository.tree(tip))) {
            return changes.getFirst().all();
        }
        return TreeDiff.changes(repository.untrusted(), deadline, capture, tip, WorkReview.SHOWN)
                .all();
    }

    /// The changes of all entries in their order, with their findings: a file that is risky in total is risky in each
    /// entry that changes it, and one that has the user's own content is not.
    List<WorkReview.ReviewedChange> judge(List<TreePair.PairChanges> entries, List<RawChange> whole, String tip)
            throws SyncException, InterruptedException {
        List<RawChange> all = new ArrayList<>();
        List<TreeDiff.Lines> lines = new ArrayList<>();
        for (TreePair.PairChanges each : entries) {
            for (RawChange change : each.all()) {
                all.add(change);
                lines.add(each.lines().getOrDefault(change.path(), TreeDiff.Lines.UNKNOWN));
            }
        }
        if (all.isEmpty()) {
            return List.of();
        }
        WorkReview review = new WorkReview(repository, deadline);
        Map<GitPath, String> risks = all.equals(whole) ? Map.of() : risks(review, entries, whole, tip);
        List<WorkReview.ReviewedChange> reviewed = new ArrayList<>();
        review.judge(capture, all, lines::get, each -> {
            String risk = each.risk() == null ? risks.get(each.change().path()) : each.risk();
            reviewed.add(new WorkReview.ReviewedChange(each.change(), each.lines(), risk));
        });
        return withoutOwn(reviewed);
    }

    private Map<GitPath, String> risks(
            WorkReview review, List<TreePair.PairChanges> entries, List<RawChange> whole, String tip)
            throws SyncException, InterruptedException {
        Map<GitPath, String> risks = new HashMap<>();
        review.judge(capture, whole, lines(entries, whole, tip), each -> {
            if (each.risk() != null) {
                risks.put(each.change().path(), each.risk());
            }
        });
        return risks;
    }

    // The lines of a change are those of the same change in an entry. They are counted if there is one that is in none.
    private Map<GitPath, TreeDiff.Lines> lines(
            List<TreePair.PairChanges> entries, List<RawChange> whole, String tip)
            throws SyncException, InterruptedException {
        Map<RawChange, TreeDiff.Lines> counted = new HashMap<>();
        for (TreePair.PairChanges each : entries) {
            for (RawChange change : each.all()) {
                TreeDiff.Lines lines = each.lines().get(change.path());
                if (lines != null) {
                    counted.put(change, lines);
                }
            }
        }
        Map<GitPath, TreeDiff.Lines> lines = new HashMap<>();
        for (RawChange change : whole) {
            TreeDiff.Lines known = counted.get(change);
            if (known == null) {
                return TreeDiff.lines(repository.untrusted(), deadline, capture, tip, WorkReview.SHOWN);
            }
            lines.put(change.path(), known);
        }
        return lines;
    }

    private List<WorkReview.ReviewedChange> withoutOwn(List<WorkReview.ReviewedChange> reviewed)
            throws SyncException, InterruptedException {
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
