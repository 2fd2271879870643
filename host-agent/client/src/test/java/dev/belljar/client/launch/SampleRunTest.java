package dev.belljar.client.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that `installers/run` without a display consents to emulation for the sample project, and for no
/// other.
class SampleRunTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theRemainingHostAgentIsStartedWithoutTheConsent(int demo) throws Exception {
        Path installers = Files.createDirectories(folder.resolve("installers"));
        Files.copy(home().resolve("installers/run"), installers.resolve("run"));
        Files.writeString(installers.resolve("prepare"), """
                BELLJAR_HOME=%s RUN_PACKAGES= WINDOW_PACKAGES=
                say() { printf '%%s\n' "$*" >&2; }
                need_jdk() { :; }; install_missing() { :; }; build() { :; }
                """.formatted(folder));
        // Records, like a host agent, the consent that was given at its start.
        program(installers.resolve("belljar"), """
                #!/bin/bash
                agent=%1$s/agent
                echo "$*" >>%1$s/words
                [ "$1 ${2:-}" != "agent stop" ] || { rm -f "$agent"; exit; }
                [ "$1 ${2:-}" != "agent status" ] || { [ -e "$agent" ]; exit; }
                [ -e "$agent" ] || echo "consent=${BELLJAR_EMULATION:-}" >"$agent"
                [ "$1" != demo ] || { cp "$agent" %1$s/sample; exit %2$d; }
                """.formatted(folder, demo));
        ProcessBuilder builder =
                new ProcessBuilder("bash", installers.resolve("run").toString()).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("DISPLAY", "WAYLAND_DISPLAY", "BELLJAR_EMULATION"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(demo);
        assertThat(folder.resolve("sample")).hasContent("consent=accept\n");
        assertThat(folder.resolve("agent")).as(said).hasContent("consent=\n");
        assertThat(folder.resolve("words")).content().contains("demo --keep", "agent stop", "agent start");
    }

    private static void program(Path file, String words) throws IOException {
        Files.writeString(file, words);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static Path home() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("microvm-nix"))) {
            at = Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        return at;
    }
}
