package dev.belljar.app.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.approval.ApprovalList;
import dev.belljar.contract.policy.Approval;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Tests that the selected approval stays in place while others come and go.
class InboxModelTest {
    private final InboxModel model = new InboxModel();

    @Test
    void aNewApprovalDoesNotChangeTheSelection() {
        show("a", "b");
        model.choose("b");
        show("a", "b", "c");
        assertThat(chosen()).isEqualTo("b");
    }

    @Test
    void theNextApprovalIsSelectedWhenTheSelectedOneGoesAway() {
        show("a", "b", "c");
        model.choose("b");
        show("a", "c");
        assertThat(chosen()).isEqualTo("c");
        show("a");
        assertThat(chosen()).isEqualTo("a");
        show();
        assertThat(model.chosen()).isEmpty();
    }

    @Test
    void showReportsWhenAnotherApprovalMayBeAnsweredByMistake() {
        assertThat(show("a", "b", "c")).as("the first ones").isTrue();
        assertThat(show("a", "b", "c", "d")).as("a new one below").isFalse();
        assertThat(show("a", "b", "c")).as("the last one gone").isFalse();
        model.show(new ApprovalList(List.of(approval("a", 7), approval("b", 1), approval("c", 1)), List.of()));
        assertThat(show("a", "b", "c")).as("more or fewer wait for the same").isFalse();
        assertThat(show("a", "c")).as("one gone above another").isTrue();
        assertThat(show("c")).as("the chosen one gone").isTrue();
    }

    @Test
    void theArrowsStopAtTheEnds() {
        show("a", "b");
        model.move(-1);
        assertThat(chosen()).isEqualTo("a");
        model.move(1);
        model.move(1);
        assertThat(chosen()).isEqualTo("b");
    }

    @Test
    void noCardMovesUnderThePointer() {
        show("a", "b", "c");
        model.still(true);
        show("b", "c", "d");
        assertThat(model.shown().stream().map(Approval::id)).containsExactly("a", "b", "c", "d");
        assertThat(model.ended(model.shown().getFirst())).isTrue();
        assertThat(model.waiting()).hasSize(3);
        model.still(false);
        assertThat(model.shown().stream().map(Approval::id)).containsExactly("b", "c", "d");
    }

    @Test
    void onlyTheLastFewNotesAreKept() {
        Stream.of("1", "2", "3", "4").forEach(model::note);
        assertThat(model.notes()).containsExactly("2", "3", "4");
    }

    private String chosen() {
        return model.chosen().orElseThrow().id();
    }

    private boolean show(String... ids) {
        return model.show(
                new ApprovalList(Stream.of(ids).map(id -> approval(id, 1)).toList(), List.of()));
    }

    private static Approval approval(String id, int waiting) {
        return new Approval(id, "sb-1", "shop", 0, 60_000, "tcp", "a.example", "192.0.2.1", 443, null, waiting);
    }
}
