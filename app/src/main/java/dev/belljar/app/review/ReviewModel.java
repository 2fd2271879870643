package dev.belljar.app.review;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.view.FileChange;
import dev.belljar.contract.view.FileDiff;
import dev.belljar.contract.view.SyncPlan;
import dev.belljar.contract.view.WorkspaceComparison;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What is decided about a sync: nothing that could run on this computer comes unless it is ticked.
final class ReviewModel {
    private static final Texts TEXTS = Texts.of(ReviewModel.class);

    private final SyncPlan plan;
    private final Set<String> ticked = new TreeSet<>();

    ReviewModel(SyncPlan plan) {
        this.plan = plan;
    }

    SyncPlan plan() {
        return plan;
    }

    /// What could run on this computer.
    List<FileChange> risky() {
        return plan.diff().files().stream().filter(f -> f.risk() != null).toList();
    }

    /// All the rest.
    List<FileChange> safe() {
        return plan.diff().files().stream()
                .filter(f -> f.risk() == null)
                .sorted(Comparator.comparing(FileChange::path))
                .toList();
    }

    /// What the person had not committed themselves, and comes along.
    List<FileChange> own() {
        return plan.own().files();
    }

    /// Lets a risky path come, or not.
    void tick(FileChange file, boolean come) {
        if (come) {
            ticked.add(file.path());
        } else {
            ticked.remove(file.path());
        }
    }

    boolean ticked(FileChange file) {
        return ticked.contains(file.path());
    }

    /// How many files would come.
    int coming() {
        return safe().size() + own().size() + ticked.size();
    }

    /// How many files are listed: those that come, and those that come only if they are ticked.
    int listed() {
        return safe().size() + own().size() + risky().size();
    }

    /// The two commits between which this file is read: exactly those that are decided about.
    WorkspaceComparison sides(String sandbox, FileChange file) {
        FileDiff diff = own().contains(file) ? plan.own() : plan.diff();
        return new WorkspaceComparison(
                sandbox, sandbox, diff.base(), diff.tip(), diff.files(), diff.complete(), diff.skipped(), diff.left());
    }

    /// The words on the button that accepts.
    String acceptWords() {
        return TEXTS.get("review.accept", coming());
    }

    /// The decision, for exactly the commit that was looked at.
    AcceptSync decision() {
        return new AcceptSync(plan.commit(), List.copyOf(ticked));
    }

    static int added(List<FileChange> files) {
        return files.stream().mapToInt(f -> Math.max(0, f.added())).sum();
    }

    static int removed(List<FileChange> files) {
        return files.stream().mapToInt(f -> Math.max(0, f.removed())).sum();
    }
}
