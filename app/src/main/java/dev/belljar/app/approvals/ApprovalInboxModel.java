package dev.belljar.app.approvals;

import dev.belljar.app.state.ApprovalList;
import dev.belljar.contract.policy.Approval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The selected approval, and notes about those that ended meanwhile.
///
/// Approvals are in the order of their arrival: a new one never moves the one under the pointer.
final class ApprovalInboxModel {
    private static final int MOST_NOTES = 3;

    private ApprovalList questions = ApprovalList.NONE;
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
        questions = next;
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
        return questions.waiting();
    }

    /// The cards in order: pending approvals, and while the pointer is over the cards also those that have
    /// ended, so that no card moves under the pointer.
    List<Approval> shown() {
        return shown;
    }

    /// True if it is no longer pending.
    boolean ended(Approval question) {
        return questions.find(question.id()).isEmpty();
    }

    boolean firstTime(Approval question) {
        return questions.firstTime(question);
    }

    /// Sets whether the pointer is over the cards.
    void still(boolean next) {
        still = next;
        settle();
    }

    private void settle() {
        if (!still) {
            shown = questions.waiting();
            return;
        }
        List<Approval> kept = new ArrayList<>();
        shown.forEach(old -> kept.add(questions.find(old.id()).orElse(old)));
        questions.waiting().stream()
                .filter(q -> kept.stream().noneMatch(k -> k.id().equals(q.id())))
                .forEach(kept::add);
        shown = List.copyOf(kept);
    }

    Optional<Approval> chosen() {
        return questions.find(chosen);
    }

    boolean isChosen(Approval question) {
        return question.id().equals(chosen);
    }

    void choose(String id) {
        if (questions.find(id).isPresent()) {
            chosen = id;
        }
    }

    /// Moves the selection up or down and stops at the ends.
    void move(int by) {
        List<Approval> waiting = questions.waiting();
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
        return questions.waiting().stream().map(Approval::id).toList();
    }
}
