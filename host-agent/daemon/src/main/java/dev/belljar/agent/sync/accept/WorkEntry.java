package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A commit of the work under review, or the changes that were not committed, with its findings.
///
/// `parent` is the commit that it is compared with, or the empty tree; `tree` and `parentTree` are the trees of both.
record WorkEntry(
        EntryCommit commit,
        String parentTree,
        boolean committed,
        List<WorkReview.ReviewedChange> changes,
        List<TreeDiff.RefusedPath> refused) {
    WorkEntry {
        changes = List.copyOf(changes);
        refused = List.copyOf(refused);
    }

    /// The commit of an entry; `parents` are those that it has in the repository.
    record EntryCommit(String id, String tree, String parent, List<String> parents, WorkCommit shown) {
        EntryCommit {
            parents = List.copyOf(parents);
        }

        /// The same commit, compared with another one or with a tree.
        EntryCommit with(String other) {
            return new EntryCommit(id, tree, other, parents, shown);
        }
    }

    String id() {
        return commit.id();
    }

    String tree() {
        return commit.tree();
    }

    boolean merge() {
        return commit.parents().size() > 1;
    }

    /// The entry in the words of its problem.
    String name() {
        return committed
                ? "commit %.10s (%s)".formatted(id(), commit.shown().subject())
                : "the work that was not committed";
    }

    /// The entry as it is shown; `hunks` are those of a change that are meant, none if all are.
    ReviewEntry shown(Function<WorkReview.ReviewedChange, List<Integer>> hunks) {
        List<FileChange> files = new ArrayList<>();
        changes.forEach(each -> files.add(WorkReview.shown(each, hunks.apply(each))));
        refused.forEach(each -> files.add(WorkReview.shown(each)));
        WorkCommit shown = commit.shown();
        return new ReviewEntry(
                id(), commit.parent(), committed, merge(), shown.subject(), shown.author(), shown.time(), files);
    }
}
