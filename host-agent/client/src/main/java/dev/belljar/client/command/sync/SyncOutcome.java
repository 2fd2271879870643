package dev.belljar.client.command.sync;

import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Describes the result of accepting a review: the machine's own commits, or the same without the withheld files.
///
/// It is derived from the review. Two facts only the host agent knows: a file that an earlier sync was allowed to
/// bring is accepted again if its content is the same, and a commit may contain a risky file that was deleted later.
record SyncOutcome(SyncPlan plan, List<String> withheld) {
    private static final int NAMED = 3;

    /// Describes the result with these risky paths allowed.
    static SyncOutcome of(SyncPlan plan, List<String> allowed) {
        return new SyncOutcome(
                plan,
                plan.diff().files().stream()
                        .filter(change -> change.risk() != null)
                        .map(FileChange::path)
                        .filter(path -> !allowed.contains(path))
                        .toList());
    }

    /// The description for this target in complete lines; the first says how many commits there are.
    List<String> lines(SyncTargetOptions target) {
        List<String> lines = new ArrayList<>();
        int commits = plan.commits().size();
        lines.add(
                target.target() == SyncTarget.WORKTREE
                        ? "The changes will be merged into your project's files. To restore the files afterwards, use"
                                + " --undo."
                        : "New on %s: %s.".formatted(target.where(plan.target()), kept(target, commits)));
        if (commits > 0 && !withheld.isEmpty() && target.history != CommitHistory.SQUASH) {
            rewritten(target).ifPresent(lines::add);
        }
        if (!withheld.isEmpty()) {
            boolean one = withheld.size() == 1;
            lines.add(
                    "%s %s excluded, because %s could run code on this computer. Exception: a file that you allowed in"
                                    .formatted(named(), one ? "is" : "are", one ? "it" : "they")
                            + " an earlier sync is included if its content is the same.");
        } else if (commits > 0) {
            lines.add("If one of these commits adds a file that could run code on this computer and a later commit"
                    + " deletes that file, the commits are rewritten without it.");
        }
        lines.addAll(numbers(withheld.size()));
        return lines;
    }

    // Which of the announced commits come as they are; the plan does not say whether there are merges among them.
    private static Optional<String> rewritten(SyncTargetOptions target) {
        if (target.target() == SyncTarget.WORKTREE) {
            return Optional.empty();
        }
        String merges = target.history == null
                ? "If one of them is a merge, all changes come as one commit instead"
                : "If one of them is a merge, nothing is synced";
        return Optional.of(
                "Commits that change an excluded file, and all commits after them, are rewritten without it. " + merges
                        + ". To sync all commits unchanged, use --allow-all.");
    }

    private List<String> numbers(int staying) {
        List<String> lines = new ArrayList<>();
        int own = plan.own().files().size();
        if (own > 0) {
            lines.add("The result also contains the files that you had not committed when the sandbox was created: "
                    + files(own) + ".");
        }
        String rest = staying == 0 ? "" : ", without the " + staying + " excluded";
        lines.add("In total: " + files(plan.diff().files().size() + own - staying) + rest + ".");
        return lines;
    }

    private static String files(int count) {
        return count == 1 ? "1 file" : count + " files";
    }

    private String kept(SyncTargetOptions target, int commits) {
        if (commits == 0) {
            return "one commit with the uncommitted changes";
        }
        if (target.history == CommitHistory.SQUASH) {
            return "one commit with all changes";
        }
        return commits(commits) + " from the sandbox"
                + (plan.uncommitted() > 0 ? ", and one commit with the uncommitted changes" : "");
    }

    private static String commits(int count) {
        return count == 1 ? "1 commit" : count + " commits";
    }

    private String named() {
        int more = withheld.size() - NAMED;
        String first = String.join(", ", withheld.subList(0, Math.min(NAMED, withheld.size())));
        return more > 0 ? first + " and %d more".formatted(more) : first;
    }
}
