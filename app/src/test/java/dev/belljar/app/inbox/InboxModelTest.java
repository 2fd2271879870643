package dev.belljar.app.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.live.Questions;
import dev.belljar.contract.policy.Approval;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the person looks at stays where it is, whatever else comes and goes.
class InboxModelTest {
    private final InboxModel model = new InboxModel();

    @Test
    void aNewQuestionDoesNotTakeTheChosenOnesPlace() {
        show("a", "b");
        model.choose("b");
        show("a", "b", "c");
        assertThat(chosen()).isEqualTo("b");
    }

    @Test
    void theNextOneIsChosenWhenTheChosenOneGoesAway() {
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
    void theArrowsStopAtTheEnds() {
        show("a", "b");
        model.move(-1);
        assertThat(chosen()).isEqualTo("a");
        model.move(1);
        model.move(1);
        assertThat(chosen()).isEqualTo("b");
    }

    @Test
    void onlyTheLastFewNotesAreKept() {
        Stream.of("1", "2", "3", "4").forEach(model::note);
        assertThat(model.notes()).containsExactly("2", "3", "4");
    }

    private String chosen() {
        return model.chosen().orElseThrow().id();
    }

    private void show(String... ids) {
        model.show(new Questions(Stream.of(ids).map(InboxModelTest::question).toList(), List.of()));
    }

    private static Approval question(String id) {
        return new Approval(id, "sb-1", "shop", 0, 60_000, "tcp", "a.example", "192.0.2.1", 443, null, 1);
    }
}
