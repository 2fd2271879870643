package dev.belljar.app.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.ProcOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests which events mean that the work may have changed and must be read again.
class SandboxReducerTest {
    private static final List<String> LOOK = List.of("/bin/sh", "-c", "eval \"$BELLJAR_SCRIPT\"", "belljar-collect");

    private final SandboxReducer fold = new SandboxReducer();

    @Test
    void aFileWrittenInTheWorkspaceMayChangeTheWork() {
        fold.apply(List.of(file(1, 50, "/workspace/src/a.c")));
        assertThat(fold.touches()).isEqualTo(1);
        assertThat(fold.writers("src/a.c")).hasSize(1);
    }

    @Test
    void aFileOutsideTheWorkspaceDoesNotChangeTheWork() {
        fold.apply(List.of(file(1, 50, "/var/log/syslog"), file(2, 50, "/workspace2/a")));
        assertThat(fold.touches()).isZero();
    }

    @Test
    void belljarsOwnSurveyDoesNotChangeTheWork() {
        fold.apply(List.of(
                proc(1, ProcOp.FORK, 40, 2, List.of()),
                proc(2, ProcOp.EXEC, 40, 2, LOOK),
                proc(3, ProcOp.FORK, 41, 40, List.of()),
                proc(4, ProcOp.EXEC, 41, 40, List.of("git", "write-tree")),
                file(5, 41, "/workspace/.git/objects/ab/cd"),
                file(6, 40, "/workspace/.git/x")));
        assertThat(fold.touches()).isZero();
        assertThat(fold.writers(".git/x")).isEmpty();
    }

    private static Event file(long seq, int pid, String path) {
        return new FileEvent(seq, seq, pid, pid, "git", FileOp.WRITE, path, null, 1);
    }

    private static Event proc(long seq, ProcOp op, int pid, int ppid, List<String> argv) {
        return new ProcEvent(seq, seq, op, pid, ppid, pid, 1000, "sh", null, argv, "/", null, null, 0, false);
    }
}
