package dev.belljar.app.review;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The decision about a sync: a file that could run on the host is included only if the user ticks it.
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

    /// The files that could run on the host.
    List<FileChange> risky() {
        return plan.diff().files().stream().filter(f -> f.risk() != null).toList();
    }

    /// All other files.
    List<FileChange> safe() {
        return plan.diff().files().stream()
                .filter(f -> f.risk() == null)
                .sorted(Comparator.comparing(FileChange::path))
                .toList();
    }

    /// Files with uncommitted changes of the user, which are included.
    List<FileChange> own() {
        return plan.own().files();
    }

    /// Includes or excludes a risky file.
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

    /// The number of files that are included.
    int coming() {
        return safe().size() + own().size() + ticked.size();
    }

    /// The number of files in the lists: the included ones, and those that are included only if ticked.
    int listed() {
        return safe().size() + own().size() + risky().size();
    }

    /// The two commits between which a file is shown: exactly those that the decision is about.
    WorkspaceComparison sides(String sandbox, FileChange file) {
        FileDiff diff = own().contains(file) ? plan.own() : plan.diff();
        return new WorkspaceComparison(
                sandbox, sandbox, diff.base(), diff.tip(), diff.files(), diff.complete(), diff.skipped(), diff.left());
    }

    /// The text of the button that accepts.
    String acceptWords() {
        return TEXTS.get("review.accept", coming());
    }

    /// The decision, bound to the commit that was reviewed.
    AcceptSync decision() {
        return new AcceptSync(plan.commit(), List.copyOf(ticked));
    }

    /// Names the files not fetched, for example: Not fetched: disk.img, which is too large (1.1 TB), and 2 more.
    static String skipped(FileDiff diff) {
        return diff.skipped().stream()
                .findFirst()
                .map(file ->
                        TEXTS.get("review.skipped", FigureFormat.printable(file.path()), file.why(), diff.left() - 1))
                .orElseGet(() -> TEXTS.get("review.skipped.unnamed", diff.left()));
    }

    static int added(List<FileChange> files) {
        return files.stream().mapToInt(f -> Math.max(0, f.added())).sum();
    }

    static int removed(List<FileChange> files) {
        return files.stream().mapToInt(f -> Math.max(0, f.removed())).sum();
    }
}
