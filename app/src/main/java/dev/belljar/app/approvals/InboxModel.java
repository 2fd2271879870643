package dev.belljar.app.approvals;

import dev.belljar.app.approval.ApprovalList;
import dev.belljar.contract.policy.Approval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The selected approval, and notes about those that ended meanwhile.
///
/// Approvals are in the order of their arrival: a new one never moves the one under the pointer.
final class InboxModel {
    private static final int MOST_NOTES = 3;

    private ApprovalList approvals = ApprovalList.NONE;
    private List<Approval> shown = List.of();
    private boolean still;
    private String chosen = "";
    private final List<String> notes = new ArrayList<>();

    /// Takes the pending approvals; if the selected one ended, the next one is selected. True if another
    /// approval is now selected or at a position where the user may be about to answer.
    boolean show(ApprovalList next) {
        List<String> before = ids();
        String chosenBefore = chosen;
        int at = index();
        approvals = next;
        settle();
        if (index() < 0) {
            List<Approval> waiting = next.waiting();
            int place = Math.clamp(at, 0, Math.max(0, waiting.size() - 1));
            chosen = waiting.isEmpty() ? "" : waiting.get(place).id();
        }
        int both = Math.min(before.size(), ids().size());
        return !chosen.equals(chosenBefore) || !before.subList(0, both).equals(ids().subList(0, both));
    }

    List<Approval> waiting() {
        return approvals.waiting();
    }

    /// The cards in order: pending approvals, and while the pointer is over the cards also those that have
    /// ended, so that no card moves under the pointer.
    List<Approval> shown() {
        return shown;
    }

    /// True if it is no longer pending.
    boolean ended(Approval approval) {
        return approvals.find(approval.id()).isEmpty();
    }

    boolean firstTime(Approval approval) {
        return approvals.firstTime(approval);
    }

    /// Sets whether the pointer is over the cards.
    void still(boolean next) {
        still = next;
        settle();
    }

    private void settle() {
        if (!still) {
            shown = approvals.waiting();
            return;
        }
        List<Approval> kept = new ArrayList<>();
        shown.forEach(old -> kept.add(approvals.find(old.id()).orElse(old)));
        approvals.waiting().stream()
                .filter(q -> kept.stream().noneMatch(k -> k.id().equals(q.id())))
                .forEach(kept::add);
        shown = List.copyOf(kept);
    }

    Optional<Approval> chosen() {
        return approvals.find(chosen);
    }

    boolean isChosen(Approval approval) {
        return approval.id().equals(chosen);
    }

    void choose(String id) {
        if (approvals.find(id).isPresent()) {
            chosen = id;
        }
    }

    /// Moves the selection up or down and stops at the ends.
    void move(int by) {
        List<Approval> waiting = approvals.waiting();
        if (!waiting.isEmpty()) {
            chosen =
                    waiting.get(Math.clamp(index() + by, 0, waiting.size() - 1)).id();
        }
    }

    /// Adds a note for the user.
    void note(String words) {
        notes.add(words);
        if (notes.size() > MOST_NOTES) {
            notes.removeFirst();
        }
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    private int index() {
        return ids().indexOf(chosen);
    }

    private List<String> ids() {
        return approvals.waiting().stream().map(Approval::id).toList();
    }
}
