package dev.belljar.client.command.sandbox;

import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import java.util.ArrayList;
import java.util.List;

/// Describes the result of accepting a review: the machine's own commits, or one commit without the withheld
/// files.
///
/// It is derived from the review. Two facts only the host agent knows: paths that an earlier sync was allowed to
/// bring are accepted again, and a commit may contain a risky file that was deleted later.
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

    /// The description in complete lines; the first says how many commits there are.
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        int commits = plan.commits().size();
        if (!withheld.isEmpty()) {
            boolean one = withheld.size() == 1;
            lines.add("New on branch %s: one commit. %s %s excluded, unless you allowed %s in an earlier sync."
                    .formatted(plan.target(), named(), one ? "is" : "are", one ? "it" : "them"));
            if (commits > 0) {
                lines.add(commits(commits)
                        + " from the sandbox would be synced unchanged if you allowed all of these files"
                        + " (--allow-all).");
            }
        } else {
            lines.add("New on branch %s: %s.".formatted(plan.target(), kept(commits)));
            if (commits > 0) {
                lines.add("If one of these commits adds a file that could run on this computer and a later commit"
                        + " deletes that file, the branch gets a single commit instead.");
            }
        }
        lines.addAll(numbers(withheld.size()));
        return lines;
    }

    private List<String> numbers(int staying) {
        List<String> lines = new ArrayList<>();
        int own = plan.own().files().size();
        if (own > 0) {
            lines.add("The branch also gets the files that you had not committed when the sandbox was created: "
                    + files(own) + ".");
        }
        String rest = staying == 0 ? "" : ", " + staying + " excluded";
        lines.add("In total: " + files(plan.diff().files().size() + own - staying) + rest + ".");
        return lines;
    }

    private static String files(int count) {
        return count == 1 ? "1 file" : count + " files";
    }

    private String kept(int commits) {
        if (commits == 0) {
            return "one commit with the uncommitted work";
        }
        return commits(commits) + " from the sandbox"
                + (plan.uncommitted() > 0 ? ", and one commit with the uncommitted work" : "");
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
