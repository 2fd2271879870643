package dev.belljar.app.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.process.ProcessRates;
import dev.belljar.app.process.ProcessState;
import dev.belljar.app.process.TerminalPlace;
import dev.belljar.contract.view.process.ProcessRow;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests which mark a process gets.
class ProcessesModelTest {
    private final ProcessItem shell = item(1, "bash", TerminalPlace.FIRST, null);
    private final ProcessItem agent = item(2, "claude", TerminalPlace.INSIDE, null);
    private final ProcessItem build = item(3, "make", TerminalPlace.INSIDE, null);
    private final ProcessItem ended = item(4, "codex", TerminalPlace.INSIDE, 9L);
    private final ProcessItem service = item(5, "cron", TerminalPlace.OUTSIDE, null);
    private final ProcessesModel model = new ProcessesModel(new HashSet<>());

    ProcessesModelTest() {
        model.show(new ProcessState(List.of(shell, agent, build, ended, service), 4, 1, 5, ProcessRates.NONE));
    }

    @Test
    void inTheTreeTheFirstProcessOfATerminalHasTheMark() {
        assertThat(marks()).containsExactly("terminal", "agent", "", "", "");
    }

    @Test
    void inTheFlatListEveryProcessInATerminalHasTheMark() {
        model.tree(false);
        assertThat(marks()).containsExactly("terminal", "agent", "terminal", "", "");
    }

    @Test
    void aPausedAgentIsMarkedAsPaused() {
        model.paused(agent.key(), true);
        assertThat(mark(agent)).isEqualTo("paused");
    }

    @Test
    void aMarkByNameSaysThatItIsNotVerified() {
        ProcessTag tag = model.tag(agent);
        assertThat(tag == null ? "" : tag.hint()).contains("not verified");
    }

    @Test
    void theProcessesOfAMomentAreShownAsTheyRanThen() {
        ProcessState then = ProcessState.past(List.of(shell.row(), ended.row()));
        assertThat(then.live()).isEqualTo(2);
        assertThat(then.finished()).isZero();
        assertThat(then.lines()).noneMatch(ProcessItem::gone);
        assertThat(then.lines()).extracting(line -> line.row().pid()).containsExactly(1, 4);
        assertThat(model.time(100)).isEqualTo(100);
        model.past(OptionalLong.of(50));
        assertThat(model.past()).isTrue();
        assertThat(model.time(100)).isEqualTo(50);
    }

    private List<String> marks() {
        return model.state().lines().stream().map(this::mark).toList();
    }

    private String mark(ProcessItem line) {
        ProcessTag tag = model.tag(line);
        return tag == null ? "" : tag.words();
    }

    private static ProcessItem item(int pid, String name, TerminalPlace place, @Nullable Long ended) {
        ProcessRow row = new ProcessRow(
                pid, 0, pid, 0, 1000, name, null, List.of(name), null, pid, ended, null, null, null, null);
        return new ProcessItem(row, 0, false, false, place);
    }
}
