package dev.belljar.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.live.FlowPicture;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.Flow;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What repeats what came just before it stands in one line with it, and no byte is lost by that.
class FlowModelTest {
    private final FlowModel model = new FlowModel();

    @Test
    void aNameAskedForAgainAndAgainIsOneLine() {
        show(
                asked(4, "a.example", 30, 50),
                asked(3, "a.example", 30, 70),
                asked(2, "b.example", 30, 0),
                asked(1, "a.example", 30, 0));
        assertThat(model.lines()).extracting(FlowLine::count).containsExactly(2, 1, 1);
        FlowLine first = model.lines().getFirst();
        assertThat(first.flow().flow()).isEqualTo(4);
        assertThat(first.first()).isEqualTo(3);
        assertThat(first.up()).isEqualTo(60);
        assertThat(first.down()).isEqualTo(120);
    }

    @Test
    void connectionsThatCarriedOtherBytesStayApart() {
        show(tried(3, 10), tried(2, 20), tried(1, 20));
        assertThat(model.lines()).extracting(FlowLine::count).containsExactly(1, 2);
    }

    @Test
    void theSameFromAnotherProcessIsAnotherLine() {
        Flow one = tried(2, 0);
        Flow other = new Flow(
                1,
                1,
                null,
                8,
                "curl",
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                "a.example",
                0,
                0,
                1,
                Verdict.REFUSED,
                null);
        show(one, other);
        assertThat(model.lines()).hasSize(2);
    }

    private void show(Flow... flows) {
        model.show(new FlowPicture(List.of(flows), flows.length, 0, 0, 0, List.of()));
    }

    private static Flow asked(long id, String name, long up, long down) {
        return new Flow(
                id, id, null, 7, "npm", "dns", "10.0.2.15:5", "10.0.2.3:53", name, up, down, 2, Verdict.LOCAL, null);
    }

    private static Flow tried(long id, long up) {
        return new Flow(
                id,
                id,
                null,
                7,
                "npm",
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                "a.example",
                up,
                0,
                1,
                Verdict.REFUSED,
                null);
    }
}
