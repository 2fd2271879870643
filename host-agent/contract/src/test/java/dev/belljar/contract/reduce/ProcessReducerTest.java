package dev.belljar.contract.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.view.process.ProcessRow;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the row of one process after its events, in whatever order they arrive.
class ProcessReducerTest {
    private static final ProcessRow SHELL = new ProcessRow(
            7, 1, 70, 10, 1000, "bash", "/bin/bash", List.of("bash", "-l"), "/workspace", 5, null, null, null, 12, 34L);

    @Test
    void aForkedProcessIsACopyOfItsParent() {
        ProcessRow row = ProcessReducer.next(null, SHELL, event(ProcOp.FORK, 1, 7));
        assertThat(row)
                .isEqualTo(new ProcessRow(
                        8,
                        7,
                        80,
                        70,
                        1000,
                        "bash",
                        "/bin/bash",
                        List.of("bash", "-l"),
                        "/workspace",
                        1,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    @Test
    void anExecutedProgramReplacesTheCopyAndKeepsTheStart() {
        ProcessRow row = reduced(event(ProcOp.FORK, 1, 7), event(ProcOp.EXEC, 2, 7));
        assertThat(row.argv()).containsExactly("make", "all");
        assertThat(row.started()).isEqualTo(1);
        assertThat(row.parentStart()).isEqualTo(70);
    }

    @Test
    void theFirstParentStays() {
        ProcessRow row = reduced(event(ProcOp.FORK, 1, 7), event(ProcOp.PRESENT, 2, 1));
        assertThat(row.ppid()).isEqualTo(7);
    }

    @Test
    void aProcessIsPresentAgainAfterItsMachineEnded() {
        ProcessRow ended = ProcessReducer.machineEnded(reduced(event(ProcOp.FORK, 1, 7)), 9);
        assertThat(ended.ended()).isEqualTo(9);
        assertThat(ProcessReducer.machineEnded(ended, 12)).isEqualTo(ended);
        assertThat(ProcessReducer.next(ended, null, event(ProcOp.PRESENT, 20, 7))
                        .ended())
                .isNull();
    }

    @Test
    void theFirstExitCounts() {
        ProcessRow row = reduced(event(ProcOp.FORK, 1, 7), event(ProcOp.EXIT, 2, 0), event(ProcOp.EXIT, 3, 0));
        assertThat(row.ended()).isEqualTo(2);
    }

    /// Each digit is one event: 0 fork, 1 exec, 2 exit.
    @ParameterizedTest
    @ValueSource(strings = {"012", "021", "102", "120", "201", "210"})
    void theOrderOfEventsDoesNotMatter(String order) {
        List<ProcEvent> events = List.of(event(ProcOp.FORK, 5, 7), event(ProcOp.EXEC, 5, 7), event(ProcOp.EXIT, 5, 0));
        ProcEvent[] ordered =
                order.chars().mapToObj(digit -> events.get(digit - '0')).toArray(ProcEvent[]::new);
        assertThat(reduced(ordered))
                .isEqualTo(reduced(events.toArray(ProcEvent[]::new)))
                .satisfies(row -> {
                    assertThat(row.ppid()).isEqualTo(7);
                    assertThat(row.argv()).containsExactly("make", "all");
                    assertThat(row.code()).isEqualTo(3);
                });
    }

    @Test
    void aScriptOfTheHostAgentIsRecognized() {
        assertThat(AgentScripts.is(AgentScripts.argv("collect"))).isTrue();
        assertThat(AgentScripts.is(List.of("/bin/sh", "-c", "true", "belljar-collect")))
                .isFalse();
        assertThat(AgentScripts.is(List.of("sh"))).isFalse();
    }

    private static ProcessRow reduced(ProcEvent... events) {
        ProcessRow row = null;
        for (ProcEvent event : events) {
            row = ProcessReducer.next(row, event.ppid() == SHELL.pid() ? SHELL : null, event);
        }
        return Objects.requireNonNull(row);
    }

    private static ProcEvent event(ProcOp op, long ts, int ppid) {
        boolean program = op == ProcOp.EXEC || op == ProcOp.PRESENT;
        Integer code = op == ProcOp.EXIT ? (Integer) 3 : null;
        return new ProcEvent(
                ts,
                ts,
                op,
                8,
                ppid,
                80,
                program ? 1000 : 0,
                program ? "make" : "",
                program ? "/usr/bin/make" : null,
                program ? List.of("make", "all") : List.of(),
                program ? "/workspace" : null,
                code,
                null,
                0,
                false);
    }
}
