package dev.belljar.agent.agentstate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.agentstate.AgentGuestReader.TranscriptPart;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests the scripts that run in guests with a real shell, real files and real processes.
class AgentScriptsTest {
    @TempDir
    private Path folder;

    private record Ran(int code, byte[] out) {}

    private Ran run(String script, String input, String... arguments) throws Exception {
        String text;
        try (InputStream in = AgentGuestReader.class.getResourceAsStream(script)) {
            text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", text, "belljar-script"));
        argv.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().putAll(Map.of("HOME", folder.toString()));
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        byte[] out = process.getInputStream().readAllBytes();
        return new Ran(process.waitFor(), out);
    }

    private Optional<TranscriptPart> transcript(String known, long place) throws Exception {
        return AgentGuestReader.part(run("transcript.sh", "", known, Long.toString(place), folder.toString())
                .out());
    }

    @Test
    void newestTranscriptIsReadFromAPlaceOn() throws Exception {
        assertThat(transcript("", 0)).isEmpty();
        Path old = Files.writeString(folder.resolve("old.jsonl"), "old\n");
        Files.setLastModifiedTime(old, FileTime.fromMillis(1_000));
        Path file =
                Files.writeString(Files.createDirectories(folder.resolve("a b")).resolve("new.jsonl"), "one\ntwo\n");
        TranscriptPart part = transcript("", 0).orElseThrow();
        assertThat(part.path()).isEqualTo(file.toString());
        assertThat(part.bytes()).asString().isEqualTo("one\ntwo\n");
        assertThat(transcript(file.toString(), 4).orElseThrow().bytes())
                .asString()
                .isEqualTo("two\n");
        assertThat(transcript(file.toString(), 8).orElseThrow().bytes()).isEmpty();
        assertThat(transcript(file.toString(), 9_000).orElseThrow().from())
                .as("a file that became shorter")
                .isZero();
    }

    @Test
    @Timeout(5)
    void hugeTranscriptCostsNoMoreThanItsEnd() throws Exception {
        Path file = folder.resolve("huge.jsonl");
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.setLength(2L << 30);
            huge.seek(huge.length());
            huge.write("\nlast\n".getBytes(StandardCharsets.UTF_8));
        }
        TranscriptPart part = transcript("", 0).orElseThrow();
        assertThat(part.skipped()).isTrue();
        assertThat(part.bytes()).hasSize(262_144);
        assertThat(new String(part.bytes(), StandardCharsets.UTF_8)).endsWith("\nlast\n");
    }

    @Test
    @Timeout(5)
    void pipesAndLinksAreNotRead() throws Exception {
        Process made = new ProcessBuilder("mkfifo", folder.resolve("a.jsonl").toString()).start();
        assertThat(made.waitFor()).isZero();
        Files.createSymbolicLink(folder.resolve("b.jsonl"), Path.of("/etc/passwd"));
        assertThat(transcript("", 0)).isEmpty();
        assertThat(run("report.sh", "", folder.resolve("a.jsonl").toString()).out())
                .isEmpty();
        assertThat(run("report.sh", "", folder.resolve("b.jsonl").toString()).out())
                .isEmpty();
    }

    @Test
    void reportIsTheStateAndTheBeginningOfTheDetails() throws Exception {
        String script = "../codingagent/report-state.sh";
        assertThat(run(script, "{\"prompt\":\"x\"}", "mine", "working").code()).isZero();
        Path file = folder.resolve(".belljar/state/mine");
        assertThat(file).hasContent("working\n{\"prompt\":\"x\"}");
        assertThat(run(script, "y".repeat(1_000_000), "mine", "done").code()).isZero();
        assertThat(Files.size(file)).isEqualTo(5 + 8_192);
        assertThat(run("report.sh", "", file.toString()).out()).hasSize(5 + 8_192);
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void treeIsStoppedAndContinued() throws Exception {
        Process root = new ProcessBuilder("/bin/sh", "-c", "sleep 60 & sleep 61 & wait").start();
        try {
            Awaitility.await().until(() -> root.descendants().count() == 2);
            String start = stat(root.pid())[21];
            assertThat(signal(root.pid(), "1", "STOP").code())
                    .as("another process")
                    .isEqualTo(3);
            assertThat(signal(root.pid(), start, "STOP").code()).isZero();
            assertThat(states(root)).containsOnly("T");
            Ran ran = signal(root.pid(), start, "CONT");
            assertThat(new String(ran.out(), StandardCharsets.UTF_8).strip()).isEqualTo("3");
            assertThat(states(root)).containsOnly("S");
        } finally {
            root.descendants().forEach(ProcessHandle::destroyForcibly);
            root.destroyForcibly();
            assertThat(root.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(signal(root.pid(), "1", "CONT").code()).isEqualTo(3);
    }

    private Ran signal(long pid, String start, String signal) throws Exception {
        return run("pause.sh", "", Long.toString(pid), start, signal);
    }

    private static List<String> states(Process root) throws Exception {
        List<String> states = new ArrayList<>(List.of(stat(root.pid())[2]));
        for (ProcessHandle each : root.descendants().toList()) {
            states.add(stat(each.pid())[2]);
        }
        return states;
    }

    private static String[] stat(long pid) throws Exception {
        return Files.readString(Path.of("/proc/" + pid + "/stat")).split(" ");
    }
}
