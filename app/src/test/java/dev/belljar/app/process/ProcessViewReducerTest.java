package dev.belljar.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests of processes that start, change their program and end.
class ProcessViewReducerTest {
    private final ProcessViewReducer fold = new ProcessViewReducer();

    @Test
    void aChildIsListedBelowItsParent() {
        fold.apply(event(1, ProcOp.PRESENT, 1, 0, null));
        fold.apply(event(2, ProcOp.FORK, 7, 1, null));
        List<ProcessItem> lines = fold.state(10).lines();
        assertThat(lines).extracting(l -> l.row().pid()).containsExactly(1, 7);
        assertThat(lines).extracting(ProcessItem::depth).containsExactly(0, 1);
    }

    @Test
    void aChildReportedBeforeItsParentIsListedBelowIt() {
        fold.merge(new ProcessTable(
                1,
                2,
                List.of(
                        new ProcessRow(7, 1, 70, 0, 0, "sh", null, List.of(), null, 5, null, null, null, 0, 0L),
                        new ProcessRow(1, 0, 10, 0, 0, "init", null, List.of(), null, 9, null, null, null, 0, 0L))));
        assertThat(fold.state(10).lines())
                .extracting(l -> l.row().comm() + l.depth())
                .containsExactly("init0", "sh1");
    }

    @Test
    void processesOfAnEarlierBootComeAfterTheLivingOnes() {
        fold.merge(new ProcessTable(
                1,
                4,
                List.of(
                        new ProcessRow(1, 0, 10, 0, 0, "init", null, List.of(), null, 1, 8L, null, null, null, null),
                        new ProcessRow(7, 1, 70, 10, 0, "sh", null, List.of(), null, 2, 8L, null, null, null, null),
                        new ProcessRow(1, 0, 11, 0, 0, "init", null, List.of(), null, 9, null, null, null, 0, 0L),
                        new ProcessRow(8, 1, 71, 11, 0, "done", null, List.of(), null, 10, 11L, 0, null, null, null))));
        List<ProcessItem> lines = fold.state(20).lines();
        assertThat(lines).extracting(line -> line.row().start()).containsExactly(11L, 71L, 10L, 70L);
        assertThat(lines).extracting(ProcessItem::unseen).containsExactly(false, false, true, true);
    }

    @Test
    void processesBeyondTheLimitAreOnlyCounted() {
        int most = 20_000;
        for (int pid = 1; pid <= most + 5; pid++) {
            fold.apply(event(pid, ProcOp.FORK, pid, 0, null));
        }
        fold.apply(event(most + 6, ProcOp.EXIT, most + 5, 0, 0));
        assertThat(fold.state(10).lines()).hasSize(most);
        assertThat(fold.state(10).total()).isEqualTo(most + 5);
        fold.apply(event(most + 7, ProcOp.EXIT, 1, 0, 0));
        assertThat(fold.state(10).live()).isEqualTo(most - 1);
    }

    @Test
    void anEndedProcessStaysWithItsCodeUntilCleared() {
        fold.apply(event(1, ProcOp.FORK, 7, 1, null));
        fold.apply(event(2, ProcOp.EXIT, 7, 1, 3));
        ProcessItem line = fold.state(10).lines().getFirst();
        assertThat(line.gone()).isTrue();
        assertThat(line.failed()).isTrue();
        fold.clearFinished(100);
        assertThat(fold.state(10).lines()).isEmpty();
    }

    @Test
    void aReusedPidIsAnotherProcess() {
        fold.apply(event(1, ProcOp.FORK, 7, 1, null));
        fold.apply(event(2, ProcOp.EXIT, 7, 1, 0));
        fold.apply(new ProcEvent(3, 3, ProcOp.FORK, 7, 1, 99, 0, "later", null, List.of(), null, null, null, 0, false));
        assertThat(fold.state(10).live()).isEqualTo(1);
        assertThat(fold.state(10).finished()).isEqualTo(1);
    }

    @Test
    void anEventOlderThanTheProcessTableIsIgnored() {
        fold.merge(new ProcessTable(5, 1, List.of(row(7, null))));
        fold.apply(event(4, ProcOp.EXIT, 7, 1, 0));
        assertThat(fold.state(10).live()).isEqualTo(1);
    }

    @Test
    void aProcessMissingFromANewerProcessTableIsRemoved() {
        fold.apply(event(1, ProcOp.FORK, 7, 1, null));
        fold.merge(new ProcessTable(5, 1, List.of()));
        assertThat(fold.state(10).lines()).isEmpty();
    }

    @Test
    void aNewerProcessTableCanReviveAnEndedProcess() {
        fold.merge(new ProcessTable(5, 1, List.of(row(7, 50L))));
        fold.merge(new ProcessTable(9, 1, List.of(row(7, null))));
        ProcessState state = fold.state(100);
        assertThat(state.live()).isEqualTo(1);
        assertThat(state.finished()).isZero();
    }

    @Test
    void aProcessReportedPresentAfterHibernationLivesAgain() {
        fold.apply(event(1, ProcOp.PRESENT, 7, 1, null));
        fold.merge(new ProcessTable(5, 1, List.of(row(7, 50L))));
        assertThat(fold.state(60).live()).isZero();
        fold.apply(event(9, ProcOp.PRESENT, 7, 1, null));
        assertThat(fold.state(100).live()).isEqualTo(1);
        fold.clearFinished(200);
        assertThat(fold.state(300).live()).isEqualTo(1);
    }

    @Test
    void anOlderProcessTableDoesNotReviveAnEndedProcess() {
        fold.apply(event(3, ProcOp.FORK, 7, 1, null));
        fold.apply(event(4, ProcOp.EXIT, 7, 1, 0));
        fold.merge(new ProcessTable(3, 1, List.of(row(7, null))));
        assertThat(fold.state(10).live()).isZero();
    }

    @Test
    void aMillionShortProcessesKeepOnlyTheNewest() {
        for (int i = 0; i < 200_000; i++) {
            fold.apply(named(i * 2L + 1, ProcOp.FORK, i));
            fold.apply(named(i * 2L + 2, ProcOp.EXIT, i));
        }
        ProcessState state = fold.state(10);
        assertThat(state.finished()).isEqualTo(ProcessViewReducer.FINISHED_KEPT);
        assertThat(state.lines()).hasSize(ProcessViewReducer.FINISHED_KEPT);
        assertThat(state.total()).isEqualTo(200_000);
    }

    @Test
    void belljarsOwnProcessesAreMarkedAndNotCounted() {
        List<String> look = List.of("/bin/sh", "-c", "eval \"$BELLJAR_SCRIPT\"", "belljar-collect");
        fold.apply(event(1, ProcOp.FORK, 7, 1, null));
        fold.apply(new ProcEvent(2, 2, ProcOp.FORK, 8, 1, 8, 0, "sh", null, look, "/", null, null, 0, false));
        fold.apply(event(3, ProcOp.FORK, 9, 8, null));
        ProcessState state = fold.state(10);
        assertThat(state.live()).isEqualTo(1);
        assertThat(state.lines())
                .filteredOn(ProcessItem::own)
                .extracting(l -> l.row().pid())
                .containsExactly(8, 9);
    }

    @Test
    void processesInACycleOfParentsDoNoHarm() {
        fold.merge(new ProcessTable(
                1,
                2,
                List.of(
                        new ProcessRow(2, 3, 2, 3, 0, "a", null, List.of(), null, 0, null, null, null, 0, 0L),
                        new ProcessRow(3, 2, 3, 2, 0, "b", null, List.of(), null, 0, null, null, null, 0, 0L))));
        assertThat(fold.state(10).lines()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void helperProcessesCountNeitherAsStartedNorAsExited() {
        List<String> helper = List.of("/bin/sh", "-c", "eval \"$BELLJAR_SCRIPT\"", "belljar-diff");
        fold.apply(event(1, ProcOp.PRESENT, 1, 0, null));
        fold.apply(event(2, ProcOp.FORK, 7, 1, null));
        fold.apply(new ProcEvent(3, 3, ProcOp.EXEC, 7, 1, 7, 0, "sh", null, helper, "/", null, null, 0, false));
        fold.apply(event(4, ProcOp.FORK, 8, 7, null));
        fold.apply(event(5, ProcOp.EXIT, 7, 1, 0));
        fold.apply(event(6, ProcOp.EXIT, 8, 7, 1));
        fold.apply(event(7, ProcOp.FORK, 9, 1, null));
        fold.apply(event(8, ProcOp.EXIT, 9, 1, 2));
        ProcessRates rates = fold.state(9).rates();
        assertThat(rates.starts().stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
        assertThat(rates.ends().stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
        assertThat(rates.failed().stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
    }

    @Test
    void programsInASessionAreCountedAlthoughAScriptStartedIt() {
        List<String> script = List.of("/bin/sh", "-c", "eval \"$BELLJAR_SCRIPT\"", "belljar-session");
        List<String> client = List.of("tmux", "new-session", "-d");
        fold.apply(event(1, ProcOp.PRESENT, 1, 0, null));
        fold.apply(event(2, ProcOp.FORK, 7, 1, null));
        fold.apply(new ProcEvent(3, 3, ProcOp.EXEC, 7, 1, 7, 0, "sh", null, script, "/", null, null, 0, false));
        fold.apply(
                new ProcEvent(4, 4, ProcOp.FORK, 8, 7, 8, 0, "tmux: client", null, client, "/", null, null, 0, false));
        int before = started();
        fold.apply(event(5, ProcOp.FORK, 9, 8, null));
        fold.apply(event(6, ProcOp.FORK, 10, 9, null));
        assertThat(started() - before).isEqualTo(2);
        fold.apply(event(7, ProcOp.EXIT, 10, 9, 3));
        assertThat(fold.state(9).rates().failed().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isEqualTo(1);
    }

    private int started() {
        return fold.state(9).rates().starts().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static ProcEvent named(long seq, ProcOp op, int pid) {
        Integer code = op == ProcOp.EXIT ? 0 : null;
        return new ProcEvent(seq, seq, op, pid, 1, pid, 0, "true", null, List.of(), null, code, null, 0, false);
    }

    private static ProcEvent event(long seq, ProcOp op, int pid, int ppid, @Nullable Integer code) {
        return new ProcEvent(seq, seq, op, pid, ppid, pid, 0, "sh", null, List.of("sh"), "/", code, null, 0, false);
    }

    private static ProcessRow row(int pid, @Nullable Long ended) {
        return new ProcessRow(pid, 1, pid, 1, 0, "sh", null, List.of(), null, 0, ended, null, null, 0, 0L);
    }
}
