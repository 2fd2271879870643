package dev.belljar.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests which processes are in a terminal of their sandbox.
class TerminalPlaceTest {
    private final ProcessViewReducer reducer = new ProcessViewReducer();

    @Test
    void theShellOfATabIsFirstAndWhatItStartedIsInside() {
        assertThat(places(
                        row(1, 0, "systemd", "/sbin/init"),
                        row(2, 1, "belljar-guest", "/run/belljar/belljar-guest"),
                        row(3, 2, "bash", "/bin/bash", "-l"),
                        row(4, 3, "npm", "npm", "test"),
                        row(5, 4, "node", "node", "server.js")))
                .containsExactly("systemd OUTSIDE", "belljar-guest OUTSIDE", "bash FIRST", "npm INSIDE", "node INSIDE");
    }

    @Test
    void theShellsOfASessionAreFirst() {
        assertThat(places(
                        row(1, 0, "systemd", "/sbin/init"),
                        row(2, 1, "zellij", "/opt/belljar/bin/zellij", "--server", "/run/main"),
                        row(3, 2, "bash", "-bash"),
                        row(4, 3, "claude", "claude"),
                        row(5, 1, "tmux: server", "tmux", "new-session", "-d"),
                        row(6, 5, "bash", "-bash")))
                .containsExactly(
                        "systemd OUTSIDE",
                        "zellij OUTSIDE",
                        "bash FIRST",
                        "claude INSIDE",
                        "tmux: server OUTSIDE",
                        "bash FIRST");
    }

    /// The guest reports what tmux does: the server is a child of its client, which a script of the host agent ran.
    @Test
    void programsInASessionAreTheUsersAlthoughAScriptStartedIt() {
        reducer.merge(new ProcessTable(
                1,
                9,
                List.of(
                        row(1, 0, "systemd", "/sbin/init"),
                        row(2, 1, "belljar-guest", "/run/belljar/belljar-guest"),
                        row(3, 2, "sh", "/bin/sh", "-c", "eval \"$BELLJAR_SCRIPT\"", "belljar-session"),
                        row(4, 3, "tmux", "tmux", "new-session", "-d"),
                        row(5, 4, "tmux: client", "tmux", "new-session", "-d"),
                        row(6, 5, "tmux: client", "tmux", "new-session", "-d"),
                        row(7, 6, "bash", "-bash"),
                        row(8, 7, "curl", "curl", "example.org"),
                        row(9, 3, "sleep", "sleep", "0.1"))));
        ProcessState state = reducer.state(10);
        assertThat(state.lines().stream().filter(line -> !line.own()))
                .extracting(line -> line.row().pid() + " " + line.depth() + " " + line.terminal())
                .containsExactly("1 0 OUTSIDE", "2 1 OUTSIDE", "6 1 OUTSIDE", "7 2 FIRST", "8 3 INSIDE");
        assertThat(state.live()).isEqualTo(5);
    }

    @Test
    void aCommandOfTheGuestAgentIsInNoTerminal() {
        assertThat(places(
                        row(2, 0, "belljar-guest", "/run/belljar/belljar-guest"),
                        row(3, 2, "npm", "npm", "test"),
                        row(4, 2, "bash", "bash", "-c", "make"),
                        row(5, 2, "sh", "/bin/sh", "build.sh")))
                .containsExactly("belljar-guest OUTSIDE", "npm OUTSIDE", "bash OUTSIDE", "sh OUTSIDE");
    }

    @Test
    void aShellOfAnotherServiceIsInNoTerminal() {
        assertThat(places(row(2, 0, "cron", "cron", "-f"), row(3, 2, "bash", "-bash")))
                .containsExactly("cron OUTSIDE", "bash OUTSIDE");
    }

    private List<String> places(ProcessRow... rows) {
        reducer.merge(new ProcessTable(1, rows.length, List.of(rows)));
        return reducer.state(10).lines().stream()
                .map(line -> line.row().comm() + " " + line.terminal())
                .toList();
    }

    private static ProcessRow row(int pid, int ppid, String comm, String... argv) {
        return new ProcessRow(
                pid, ppid, pid * 10L, ppid * 10L, 1000, comm, null, List.of(argv), null, pid, null, null, null, 0, 0L);
    }
}
