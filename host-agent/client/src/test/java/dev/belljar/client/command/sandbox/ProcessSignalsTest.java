package dev.belljar.client.command.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ProcessSignalsTest {
    @Test
    void everySignalIsDeliveredAndDoesNotEndTheProgram() throws Exception {
        Process program = new ProcessBuilder(
                        "env",
                        "--block-signal=HUP,INT,QUIT,TERM,WINCH",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xrs",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        SignalProgram.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = program.inputReader()) {
            assertThat(said.readLine()).isEqualTo("ready");
            for (int signal : List.of(1, 2, 3, 28, 15)) {
                new ProcessBuilder("kill", "-" + signal, Long.toString(program.pid()))
                        .start()
                        .waitFor();
                assertThat(said.readLine()).isEqualTo(Integer.toString(signal));
            }
            assertThat(program.waitFor()).isZero();
        } finally {
            program.destroyForcibly();
        }
    }
}
