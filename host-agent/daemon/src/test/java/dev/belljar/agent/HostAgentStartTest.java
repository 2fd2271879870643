package dev.belljar.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests what the host agent says, as a program, if it cannot start.
@Timeout(120)
class HostAgentStartTest {
    @TempDir
    private Path folder;

    @Test
    void aDataFolderThatCannotBeUsedIsNamedWithTheReason() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(said(Map.of("XDG_DATA_HOME", file.toString())))
                .isEqualTo("the host agent could not start: " + file.resolve("belljar")
                        + ": a part of this path is not a folder\n");
    }

    @Test
    void aMisspeltVariableIsNamedWithWhatWasExpected() throws Exception {
        assertThat(said(Map.of("BELLJAR_ROUTES", "of")))
                .isEqualTo("the host agent could not start: BELLJAR_ROUTES is \"of\": expected \"on\" or \"off\"\n");
    }

    /// What the host agent prints with these variables, before it exits with code 1.
    private String said(Map<String, String> variables) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Dslf4j.internal.verbosity=ERROR",
                "-cp",
                System.getProperty("java.class.path"),
                HostAgent.class.getName());
        builder.environment().clear();
        builder.environment().put("HOME", folder.toString());
        builder.environment().putAll(variables);
        Process process =
                builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(1);
        return said;
    }
}
