package dev.belljar.app.approvals;

import dev.belljar.app.approval.ApprovalList;
import dev.belljar.contract.policy.Approval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which pending approval the dock shows: those of the sandbox in front come first, and the shown one stays while it
/// is pending.
final class DockModel {
    private ApprovalList approvals = ApprovalList.NONE;
    private List<Approval> waiting = List.of();
    private @Nullable Approval shown;
    private boolean folded;
    private boolean covered;

    /// Takes the pending approvals. Those of the sandbox `front` come first; those of `elsewhere` are left out,
    /// because the screen in front shows them itself. Both are ids and may be empty. True if another approval
    /// is shown now, which the user might answer by mistake.
    boolean show(ApprovalList next, String front, String elsewhere) {
        approvals = next;
        waiting = next.waiting().stream()
                .filter(q -> !q.sandbox().equals(elsewhere))
                .sorted(Comparator.comparing(q -> !q.sandbox().equals(front)))
                .toList();
        Approval old = shown;
        Approval now = waiting.stream()
                .filter(q -> old != null && q.id().equals(old.id()))
                .findFirst()
                .orElse(waiting.isEmpty() ? null : waiting.getFirst());
        shown = now;
        if (now == null) {
            folded = false;
            return false;
        }
        return old == null || !now.id().equals(old.id());
    }

    Optional<Approval> shown() {
        return Optional.ofNullable(shown);
    }

    /// The id of the shown approval; empty text for none.
    String id() {
        return shown().map(Approval::id).orElse("");
    }

    /// True if the sandbox never reached this destination before.
    boolean firstTime() {
        return shown().filter(approvals::firstTime).isPresent();
    }

    /// The position of the shown approval, counted from 1.
    int position() {
        return waiting.indexOf(shown) + 1;
    }

    int count() {
        return waiting.size();
    }

    /// True if there is an approval that many places further.
    boolean canPage(int by) {
        int at = position() - 1 + by;
        return shown != null && at >= 0 && at < waiting.size();
    }

    /// Shows the approval that many places further, if there is one.
    boolean page(int by) {
        if (!canPage(by)) {
            return false;
        }
        shown = waiting.get(position() - 1 + by);
        return true;
    }

    /// Hides the dock until the next approval, or shows it again.
    void fold(boolean next) {
        folded = next;
    }

    /// Sets whether the inbox, which shows the same approvals, is open.
    void cover(boolean next) {
        covered = next;
    }

    /// True if there is an approval to show and the user did not hide the dock.
    boolean open() {
        return shown != null && !folded;
    }

    boolean covered() {
        return covered;
    }
}
