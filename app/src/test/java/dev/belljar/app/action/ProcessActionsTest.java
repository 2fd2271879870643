package dev.belljar.app.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.process.ProcessScript;
import dev.belljar.contract.view.process.ProcessRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests on real processes that the programs that run in a guest affect the given process and no other.
class ProcessActionsTest {
    private final List<Process> started = new java.util.ArrayList<>();

    @AfterEach
    void endAll() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void aProcessIsEnded() throws Exception {
        Process process = start("sleep", "60");
        assertThat(send(process, ticks(process), "TERM")).isZero();
        assertThat(process.waitFor(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aLaterProcessWithTheSamePidIsNotSignalled() throws Exception {
        Process process = start("sleep", "60");
        assertThat(send(process, ticks(process) + 1, "KILL")).isEqualTo(3);
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void aProcessThatIgnoresTermIsReportedAndCanBeKilled() throws Exception {
        Process process = start("/bin/sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done");
        process.inputReader().readLine();
        assertThat(send(process, ticks(process), "TERM")).isEqualTo(6);
        assertThat(process.isAlive()).isTrue();
        assertThat(send(process, ticks(process), "KILL")).isZero();
        assertThat(process.waitFor(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aProcessIsPausedAndResumed() throws Exception {
        Process process = start("sleep", "60");
        assertThat(send(process, ticks(process), "STOP")).isZero();
        awaitState(process, "T");
        assertThat(send(process, ticks(process), "CONT")).isZero();
        awaitState(process, "S");
    }

    @Test
    void variableNamesAndOpenFilesAreReadWithoutValues() throws Exception {
        Path file = Files.createTempFile("belljar", " open file");
        ProcessBuilder builder = new ProcessBuilder("sleep", "60").redirectInput(file.toFile());
        builder.environment().put("API_KEY", "geheim\nLINE=value");
        Process process = builder.start();
        started.add(process);
        ticks(process);
        Process look = script(ProcessScript.LOOK, process, ticks(process), "");
        String out = new String(look.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(look.waitFor()).isZero();
        ProcessActions.ProcessResources inside = ProcessActions.read(out);
        assertThat(inside.environment()).contains("API_KEY", "PATH").doesNotContain("LINE");
        assertThat(out).doesNotContain("geheim");
        assertThat(inside.files()).contains(new ProcessActions.OpenFile(file.toString(), true, false));
        Files.delete(file);
    }

    @Test
    void neitherTheFirstProcessNorTheGuestAgentCanBeSignalled() {
        assertThat(ProcessActions.reachable(row(1, 0, "systemd"))).isFalse();
        assertThat(ProcessActions.reachable(row(214, 1, "belljar-guest"))).isFalse();
        assertThat(ProcessActions.reachable(row(30, 2, "kworker"))).isFalse();
        assertThat(ProcessActions.reachable(row(431, 402, "agent"))).isTrue();
    }

    private static ProcessRow row(int pid, int parent, String name) {
        return new ProcessRow(pid, parent, 1, 1, 1000, name, null, List.of(name), null, 1, null, null, null, 0, 0L);
    }

    private Process start(String... argv) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(argv).start();
        started.add(process);
        return process;
    }

    private static int send(Process process, long ticks, String signal) throws IOException, InterruptedException {
        return script(ProcessScript.SEND, process, ticks, signal).waitFor();
    }

    private static Process script(String script, Process process, long ticks, String signal) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", "eval \"$BELLJAR_SCRIPT\"", "belljar-test");
        builder.environment()
                .putAll(Map.of(
                        "BELLJAR_SCRIPT",
                        script,
                        "PID",
                        Long.toString(process.pid()),
                        "START",
                        Long.toString(ticks),
                        "SIGNAL",
                        signal));
        return builder.start();
    }

    private static long ticks(Process process) throws IOException {
        return Long.parseLong(stat(process)[19]);
    }

    private static void awaitState(Process process, String state) throws Exception {
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> stat(process)[0].equals(state));
    }

    private static String[] stat(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }
}
