package dev.belljar.app.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.network.FlowTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a table of flows and the events after it give what all events give.
class FlowViewReducerTest {
    private static final int EVENTS = 300;
    private static final int ALL = 1_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theTableMayComeBeforeItsEventsOrBetweenThem(long seed) {
        Random random = new Random(seed);
        List<NetEvent> events = random(random);
        FlowState all = reduced(ALL, events).state();
        int position = random.nextInt(EVENTS);
        int overlap = random.nextInt(position + 1);
        FlowTable table = table(events.subList(0, position));

        FlowViewReducer tableFirst = new FlowViewReducer(ALL);
        tableFirst.merge(table);
        events.subList(overlap, EVENTS).forEach(event -> tableFirst.apply(event, null));
        assertThat(tableFirst.outdated()).isFalse();
        assertThat(tableFirst.state()).isEqualTo(all);

        FlowViewReducer between = new FlowViewReducer(ALL);
        events.subList(0, overlap).forEach(event -> between.apply(event, null));
        between.merge(table);
        events.subList(overlap, EVENTS).forEach(event -> between.apply(event, null));
        assertThat(between.state()).isEqualTo(all);

        FlowViewReducer late = reduced(ALL, events);
        late.merge(table);
        assertThat(late.state()).isEqualTo(all);
    }

    @Test
    void onlyTheNewestFlowsAreKeptAndAllAreCounted() {
        List<NetEvent> events = new ArrayList<>();
        for (int flow = 1; flow <= 50; flow++) {
            events.add(event(flow, NetOp.OPEN, flow, 10));
        }
        FlowViewReducer some = reduced(20, events);
        assertThat(some.state().flows()).hasSize(20);
        assertThat(some.state().flows().getFirst().flow()).isEqualTo(50);
        assertThat(some.state().total()).isEqualTo(50);
        assertThat(some.state().up()).isEqualTo(500);
    }

    @Test
    void aChangeOfAFlowThatIsNotKeptRequiresATable() {
        FlowViewReducer some = new FlowViewReducer(2);
        assertThat(some.outdated()).isTrue();
        some.merge(new FlowTable(0, 0, 0, 0, 0, List.of()));
        for (int flow = 1; flow <= 3; flow++) {
            some.apply(event(flow, NetOp.OPEN, flow, 10), null);
        }
        assertThat(some.outdated()).isFalse();
        some.apply(event(4, NetOp.UPDATE, 1, 30), null);
        assertThat(some.outdated()).isTrue();
        some.merge(new FlowTable(4, 3, 50, 0, 0, List.of()));
        assertThat(some.outdated()).isFalse();
        assertThat(some.state().up()).isEqualTo(50);
    }

    @Test
    void theEndOfTheMachineClosesItsFlows() {
        FlowViewReducer some = reduced(
                ALL, List.of(event(1, NetOp.OPEN, 1, 10), event(2, NetOp.CLOSE, 1, 10), event(3, NetOp.OPEN, 2, 10)));
        some.machineEnded(2, 90);
        assertThat(some.state().flows().getFirst().ended()).isNull();
        some.machineEnded(4, 99);
        assertThat(some.state().flows()).extracting("ended").containsExactly(99L, 2L);
    }

    private static FlowViewReducer reduced(int most, List<NetEvent> events) {
        FlowViewReducer reducer = new FlowViewReducer(most);
        events.forEach(event -> reducer.apply(event, null));
        return reducer;
    }

    private static FlowTable table(List<NetEvent> events) {
        FlowState state = reduced(ALL, events).state();
        return new FlowTable(events.size(), state.total(), state.up(), state.down(), state.refused(), state.flows());
    }

    private static List<NetEvent> random(Random random) {
        List<NetEvent> events = new ArrayList<>();
        for (int seq = 1; seq <= EVENTS; seq++) {
            NetOp op = List.of(NetOp.values()).get(random.nextInt(NetOp.values().length));
            events.add(event(seq, op, 1 + random.nextInt(40), random.nextInt(100)));
        }
        return events;
    }

    private static NetEvent event(long seq, NetOp op, long flow, long up) {
        Verdict verdict = up % 3 == 0 ? Verdict.REFUSED : Verdict.ALLOWED;
        return new NetEvent(
                seq,
                seq,
                op,
                flow,
                null,
                "egress",
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                null,
                0,
                up,
                up,
                1,
                verdict,
                null);
    }
}
