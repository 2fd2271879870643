package dev.belljar.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// Tests the script that opens tabs, with a real tmux.
@EnabledIf("hasTmux")
class TabScriptTest {
    @TempDir
    private Path home;

    static boolean hasTmux() {
        return Files.isExecutable(Path.of("/usr/bin/tmux"));
    }

    @BeforeEach
    void begin() throws Exception {
        run(List.of("/usr/bin/tmux", "new-session", "-d", "-s", "main", "sleep", "300"));
    }

    @AfterEach
    void end() throws Exception {
        run(List.of("/usr/bin/tmux", "kill-server"));
    }

    private String run(List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("HOME", home.toString());
        // Its own server, whatever else runs on this computer.
        builder.environment().put("TMUX_TMPDIR", home.toString());
        builder.environment().remove("TMUX");
        builder.environment().put("BELLJAR_SESSION", "main");
        builder.environment().put("BELLJAR_BY", "tmux");
        builder.environment().put("BELLJAR_TAB", "claude");
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return out.strip();
    }

    private String tab(String... command) throws Exception {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", GuestSession.text("tab.sh"), "belljar-tab"));
        argv.addAll(List.of(command));
        return run(argv);
    }

    private String windows() throws Exception {
        return run(List.of("/usr/bin/tmux", "list-windows", "-t", "=main", "-F", "#{window_name}#{window_active}"));
    }

    @Test
    void tabRunsTheCommandAndIsShown() throws Exception {
        Path out = home.resolve("out");
        assertThat(tab("/bin/sh", "-c", "printf '%s|' \"$@\" > \"$0\"; sleep 300", out.toString(), "a b", "c\"d$e"))
                .isEqualTo("opened");
        assertThat(windows().lines()).hasSize(2).contains("claude1");
        Awaitility.await().untilAsserted(() -> assertThat(out).hasContent("a b|c\"d$e|"));
    }

    @Test
    void secondRequestShowsTheTabThatIsThere() throws Exception {
        assertThat(tab("sleep", "300")).isEqualTo("opened");
        run(List.of("/usr/bin/tmux", "select-window", "-t", "=main:0"));
        assertThat(tab("sleep", "300")).isEqualTo("running");
        assertThat(windows().lines()).hasSize(2).contains("claude1");
    }

    @Test
    void nothingIsOpenedWithoutACommand() throws Exception {
        assertThat(tab()).isEmpty();
        assertThat(windows().lines()).hasSize(1);
    }

    @Test
    void programThatCannotStartLeavesNoTab() throws Exception {
        assertThat(tab("/nowhere/at/all")).isEmpty();
    }
}
