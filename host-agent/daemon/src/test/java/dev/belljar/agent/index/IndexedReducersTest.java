package dev.belljar.agent.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.reduce.FlowReducer;
import dev.belljar.contract.reduce.ProcessReducer;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.process.ProcessRow;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the rows in the tables are those that the reducers compute, for any order of events, and that it does
/// not matter where the events are divided into batches.
class IndexedReducersTest {
    private static final int EVENTS = 600;

    @TempDir
    private Path folder;

    private final Map<List<Long>, ProcessRow> processes = new LinkedHashMap<>();
    private final Map<Long, FlowRow> flows = new LinkedHashMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theTablesHaveTheRowsOfTheReducers(long seed) throws Exception {
        List<Event> events = random(new Random(seed));
        events.forEach(this::reduce);
        int cut = new Random(-seed).nextInt(events.size());
        try (EventIndex index = EventIndex.open(folder.resolve("index.db"))) {
            index.apply("s", events.subList(0, cut));
            index.apply("s", events);
            assertThat(index.processes("s", EVENTS).rows()).containsExactlyInAnyOrderElementsOf(processes.values());
            assertThat(index.flows("s", EVENTS).flows()).containsExactlyInAnyOrderElementsOf(flows.values());
            assertThat(index.flows("s", 1).up())
                    .isEqualTo(flows.values().stream().mapToLong(FlowRow::up).sum());
        }
    }

    private void reduce(Event event) {
        switch (event) {
            case ProcEvent e ->
                processes.compute(
                        List.of((long) e.pid(), e.start()),
                        (_, known) ->
                                ProcessReducer.next(known, e.ppid() == 0 ? null : newest(e.ppid(), e.start()), e));
            case NetEvent e -> flows.compute(e.flow(), (_, known) -> FlowReducer.next(known, name(e), e));
            case HostEvent.StateChanged e -> {
                processes.replaceAll((_, row) -> ProcessReducer.machineEnded(row, e.ts()));
                flows.replaceAll((_, row) -> FlowReducer.machineEnded(row, e.ts()));
            }
            default -> throw new AssertionError(event);
        }
    }

    private @Nullable ProcessRow newest(int pid, long start) {
        return processes.values().stream()
                .filter(row -> row.pid() == pid && row.start() <= start)
                .max(Comparator.comparingLong(ProcessRow::start))
                .orElse(null);
    }

    private @Nullable String name(NetEvent event) {
        Integer pid = event.pid();
        ProcessRow row = pid == null ? null : newest(Objects.requireNonNull(pid), Long.MAX_VALUE);
        return row == null ? null : row.comm();
    }

    private static <E> E any(E[] values, Random random) {
        return values[random.nextInt(values.length)];
    }

    private static List<Event> random(Random random) {
        IndexedStory story = new IndexedStory();
        for (int i = 0; i < EVENTS; i++) {
            int pid = 1 + random.nextInt(12);
            long start = 100L * pid + random.nextInt(3);
            int ppid = random.nextInt(12);
            switch (random.nextInt(24)) {
                case 0, 1, 2, 3, 4, 5 -> story.fork(pid, ppid, start);
                case 6, 7, 8, 9 -> story.exec(pid, ppid, start, "program" + random.nextInt(5), "argument");
                case 10, 11, 12 -> story.exit(pid, start, random.nextInt(3));
                case 13 -> story.killed(pid, start, 9);
                case 14 -> story.present(pid, start, "init");
                case 15 -> story.state("stopped");
                default ->
                    story.net(
                            any(NetOp.values(), random),
                            1 + random.nextInt(20),
                            random.nextBoolean() ? (Integer) pid : null,
                            random.nextBoolean() ? "a.org" : null,
                            random.nextInt(1_000),
                            random.nextInt(1_000),
                            any(Verdict.values(), random));
            }
        }
        return story.events;
    }
}
