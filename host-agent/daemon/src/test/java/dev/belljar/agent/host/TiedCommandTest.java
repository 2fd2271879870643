package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests how a command that is tied to the host agent ends while the host agent runs.
@Timeout(60)
class TiedCommandTest {
    @TempDir
    private Path folder;

    private Process start(String script, Path word) throws Exception {
        Process process = Command.of("sh", "-c", script, "sh", word.toString()).startTied(folder.resolve("log"));
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> Files.exists(folder.resolve("ready")));
        return process;
    }

    @Test
    void aCommandAskedToEndCanCleanUp() throws Exception {
        Process polite = start(
                "cd \"${1%/*}\"; trap 'echo bye > bye; exit 0' TERM; : > ready; while :; do sleep 0.05; done",
                folder.resolve("polite"));
        Command.endTied(polite, Duration.ofSeconds(30));
        assertThat(polite.exitValue()).isZero();
        assertThat(folder.resolve("bye")).exists();
    }

    @Test
    void theInputArrivesWholeAndLeavesNoFile() throws Exception {
        byte[] input = new byte[300_000];
        new Random(7).nextBytes(input);
        Command told = Command.of("sh", "-c", "cat; readlink /proc/$$/fd/0 >&2; exit 3")
                .input(input);
        Command.Output output = told.runTied();
        assertThat(output.exit()).isEqualTo(3);
        assertThat(output.out()).isEqualTo(input);
        assertThat(output.errorText().strip()).endsWith("(deleted)");
        assertThat(Command.of("cat").runTied().out()).isEmpty();
    }

    @Test
    void failedStartLeavesNoInputFile() throws Exception {
        byte[] input = folder.toString().getBytes(StandardCharsets.UTF_8);
        Command command = Command.of("cat").in(folder.resolve("missing")).input(input);
        assertThatThrownBy(command::runTied).isInstanceOf(CommandException.class);
        // Other tests use the same folder, so the content tells whose file it is.
        List<Path> left = new ArrayList<>();
        try (var files = Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), "belljar-input*")) {
            for (Path file : files) {
                try {
                    if (Arrays.equals(Files.readAllBytes(file), input)) {
                        left.add(file);
                    }
                } catch (NoSuchFileException e) {
                    // A command of another test has opened and deleted it.
                }
            }
        }
        assertThat(left).isEmpty();
    }

    @Test
    void aCommandThatIgnoresTheSignalIsKilled() throws Exception {
        Process deaf =
                start("cd \"${1%/*}\"; trap '' TERM; : > ready; while :; do sleep 0.05; done", folder.resolve("deaf"));
        Command.endTied(deaf, Duration.ofMillis(100));
        assertThat(deaf.waitFor()).isEqualTo(137);
    }

    @Test
    void processesStartedDuringTheKillAreKilledToo() throws Exception {
        Path pipe = folder.resolve("pipe");
        Command.of("mkfifo", pipe.toString()).check();
        String brood = "i=0; while [ $i -lt 200 ]; do cat \"$1\" & i=$((i + 1)); : > \"${1%/*}/ready\"; done; wait";
        Command.killTied(start(brood, pipe));
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> ProcessIdentity.startedWith(pipe.toString()).isEmpty());
    }
}
