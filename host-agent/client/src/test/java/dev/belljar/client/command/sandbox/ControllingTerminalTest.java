package dev.belljar.client.command.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ControllingTerminalTest {
    @Test
    void rawModePassesEveryKeyAndIsUndone() throws Exception {
        // `script` gives the program a terminal of its own.
        Map<String, String> lines = run(
                List.of("script", "-qec", "stty rows 33 cols 101; exec " + String.join(" ", program()), "/dev/null"));
        assertThat(lines).containsEntry("size", new TerminalSize(33, 101).toString());
        assertThat(lines.getOrDefault("raw", "").split(" "))
                .contains("-icanon", "-isig", "-echo", "-opost", "-ixon", "-icrnl");
        assertThat(lines.get("before")).contains(":").isEqualTo(lines.get("after"));
    }

    @Test
    void aProgramWithoutTerminalHasTheUsualSizeAndChangesNothing() throws Exception {
        List<String> words = new ArrayList<>(List.of("setsid", "--wait"));
        words.addAll(program());
        Map<String, String> lines = run(words);
        assertThat(lines).containsEntry("size", TerminalSize.USUAL.toString());
        assertThat(lines.get("before")).isEqualTo(lines.get("after")).contains("/dev/tty");
    }

    private static List<String> program() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                TerminalProgram.class.getName());
    }

    /// What the program prints, by the first word of each line.
    private static Map<String, String> run(List<String> words) throws Exception {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        Map<String, String> lines = new HashMap<>();
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.strip().split(" ", 2))
                .forEach(line -> lines.put(line[0], line[line.length - 1]));
        assertThat(process.waitFor()).describedAs("%s", lines).isZero();
        return lines;
    }
}
