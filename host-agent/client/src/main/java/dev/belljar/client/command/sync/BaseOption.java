package dev.belljar.client.command.sync;

import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/// The option that says what the changes are compared with.
final class BaseOption {
    @Option(
            names = "--base",
            paramLabel = "BASE",
            defaultValue = ReviewBase.LAST_SYNC,
            description = "Show and sync only what is not in BASE (default: last-sync). BASE is last-sync (what you"
                    + " have already synced), start (the project as it was when the sandbox was created), a snapshot,"
                    + " another running sandbox for the same project, or a branch in the project. For a branch, the"
                    + " base is the newest commit that the branch has in common with the sandbox. If something else"
                    + " has the same name as the branch, write refs/heads/NAME. If BASE is a snapshot or a sandbox,"
                    + " use --onto patch, --onto worktree or --history rebase.")
    String base = ReviewBase.LAST_SYNC;

    /// True if the base is not the usual one.
    boolean given() {
        return !base.equals(ReviewBase.LAST_SYNC);
    }

    /// True if the work is compared with the start of the sandbox.
    boolean start() {
        return base.equals(ReviewBase.START);
    }

    /// The option as another command repeats it, after a space; empty for the usual base. The name of a snapshot may
    /// contain spaces and quotation marks.
    String again() {
        if (!given()) {
            return "";
        }
        String plain = VisibleText.line(base);
        return " --base " + (plain.matches("[A-Za-z0-9_./@:+-]+") ? plain : "'" + plain.replace("'", "'\\''") + "'");
    }

    /// What is said if there is nothing to review.
    String nothing() {
        return given()
                ? "No changes compared with this base."
                : "Nothing to review: your project already has every change.";
    }

    /// The plan of a sync of everything, which may have been synced before.
    static SyncPlan again(SyncPlan plan) {
        boolean nothing = plan.commits().isEmpty() && plan.diff().files().isEmpty();
        return new SyncPlan(
                plan.commit(),
                plan.base(),
                plan.target(),
                plan.commits(),
                plan.uncommitted(),
                plan.diff(),
                plan.own(),
                nothing);
    }

    /// The part of a plan that is in the review. If the plan is of other work because the sandbox changed
    /// meanwhile, the files are those of the review.
    static SyncPlan part(SyncPlan plan, ReviewQueue queue) {
        List<WorkCommit> commits = queue.entries().stream()
                .filter(ReviewEntry::committed)
                .map(entry -> new WorkCommit(entry.id(), entry.subject(), entry.author(), entry.time()))
                .toList();
        List<FileChange> open = queue.entries().stream()
                .filter(entry -> !entry.committed())
                .flatMap(entry -> entry.files().stream())
                .toList();
        Set<String> paths = queue.entries().stream()
                .flatMap(entry -> entry.files().stream())
                .map(FileChange::path)
                .collect(Collectors.toSet());
        FileDiff diff = plan.diff();
        List<FileChange> files = plan.commit().equals(queue.commit())
                ? diff.files().stream()
                        .filter(file -> !queue.complete() || paths.contains(file.path()))
                        .toList()
                : newest(queue);
        FileDiff part = new FileDiff(
                diff.base(),
                queue.commit(),
                files,
                diff.system(),
                diff.complete() && queue.complete(),
                diff.skipped(),
                diff.left());
        return new SyncPlan(
                queue.commit(), queue.base(), plan.target(), commits, open.size(), part, queue.own(), queue.upToDate());
    }

    // Each file as its last entry changes it; it could run on the host if it could in any entry.
    private static List<FileChange> newest(ReviewQueue queue) {
        Map<String, FileChange> files = new LinkedHashMap<>();
        for (ReviewEntry entry : queue.entries()) {
            for (FileChange file : entry.files()) {
                FileChange before = files.get(file.path());
                files.put(file.path(), before == null || file.risk() != null ? file : file.withRisk(before.risk()));
            }
        }
        return List.copyOf(files.values());
    }
}
