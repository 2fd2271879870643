package dev.belljar.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a table and the events after it give the same processes as all events, whichever of the two arrives
/// first and however much they overlap.
class ProcessJoinTest {
    private static final int EVENTS = 300;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theTableMayComeBeforeItsEventsOrAfterThem(long seed) {
        Random random = new Random(seed);
        List<ProcEvent> events = random(random);
        ProcessViewReducer all = new ProcessViewReducer();
        events.forEach(all::apply);

        int position = random.nextInt(EVENTS);
        ProcessTable table = table(events, position);
        int overlap = random.nextInt(position + 1);

        ProcessViewReducer tableFirst = new ProcessViewReducer();
        tableFirst.merge(table);
        events.subList(overlap, EVENTS).forEach(tableFirst::apply);

        ProcessViewReducer eventsFirst = new ProcessViewReducer();
        events.subList(0, overlap).forEach(eventsFirst::apply);
        eventsFirst.merge(table);
        events.subList(overlap, EVENTS).forEach(eventsFirst::apply);

        ProcessViewReducer late = new ProcessViewReducer();
        events.forEach(late::apply);
        late.merge(table);

        List<ProcessRow> expected = rows(all);
        assertThat(rows(tableFirst)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(rows(eventsFirst)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(rows(late)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(tableFirst.state(1).total()).isEqualTo(all.state(1).total());
        assertThat(late.state(1).total()).isEqualTo(all.state(1).total());
    }

    private static ProcessTable table(List<ProcEvent> events, int position) {
        ProcessViewReducer some = new ProcessViewReducer();
        events.subList(0, position).forEach(some::apply);
        return new ProcessTable(position, some.state(1).total(), rows(some));
    }

    private static List<ProcessRow> rows(ProcessViewReducer reducer) {
        return reducer.state(1).lines().stream().map(ProcessItem::row).toList();
    }

    private static List<ProcEvent> random(Random random) {
        List<ProcEvent> events = new ArrayList<>();
        for (int seq = 1; seq <= EVENTS; seq++) {
            int pid = 2 + random.nextInt(10);
            ProcOp op = List.of(ProcOp.values()).get(random.nextInt(ProcOp.values().length));
            int ppid = op == ProcOp.EXIT ? 0 : 1 + random.nextInt(10);
            events.add(new ProcEvent(
                    seq,
                    seq,
                    op,
                    pid,
                    ppid,
                    10L * pid + random.nextInt(2),
                    0,
                    "p" + seq,
                    null,
                    List.of("p" + seq),
                    "/",
                    op == ProcOp.EXIT ? (Integer) (seq % 2) : null,
                    null,
                    0,
                    false));
        }
        return events;
    }
}
