package dev.belljar.client.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that output which could not be written is an error, and that a reader who has read enough is none.
@Timeout(120)
class StandardOutputTest {
    @ParameterizedTest
    @ValueSource(strings = {"No space left on device", "Input/output error"})
    void outputThatCannotBeWrittenIsAProblem(String reason) {
        StandardOutput output = failing(reason);
        output.printer().println("a line");
        assertThat(output.problem().orElseThrow()).startsWith("standard output could not be written: ");
    }

    @Test
    void aClosedPipeIsNoProblem() {
        StandardOutput output = failing("Broken pipe");
        output.printer().println("a line");
        assertThat(output.problem()).isEmpty();
    }

    @Test
    void aProgramWhoseOutputIsOnAFullDiskFails() throws Exception {
        Process full = belljar().redirectOutput(Path.of("/dev/full").toFile()).start();
        String said = new String(full.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(full.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(said).isEqualTo("belljar: standard output could not be written: no space left on the disk\n");
        assertThat(full.exitValue()).isEqualTo(1);
    }

    @Test
    void aProgramWhoseReaderIsGoneIsQuiet() throws Exception {
        Process closed = belljar().start();
        closed.getInputStream().close();
        assertThat(closed.getErrorStream().readAllBytes()).isEmpty();
        assertThat(closed.waitFor()).isZero();
    }

    private static ProcessBuilder belljar() {
        return new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Belljar.class.getName(),
                "--help");
    }

    private static StandardOutput failing(String reason) {
        return new StandardOutput(new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(reason);
            }
        });
    }
}
