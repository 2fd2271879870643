package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.theme.Theme;
import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that `belljar window --recorded` needs no host agent, no QEMU and no other program.
class RecordedWindowTest {
    @TempDir
    private Path home;

    @Test
    void theWindowDrawsTheRecordedProjectWithNoProgramOnThePath() throws Exception {
        Path picture = home.resolve("window.png");
        Path log = home.resolve("log");
        Process window =
                start(log, "--recorded", "--theme", "dark", "--sandbox", "shop", "--picture", picture.toString());
        assertThat(window.waitFor(3, TimeUnit.MINUTES)).as("the window ended").isTrue();
        assertThat(window.exitValue()).as(Files.readString(log)).isZero();
        assertThat(colours(ImageIO.read(picture.toFile()))).hasSizeGreaterThan(100);
        try (var left = Files.list(home)) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .as("no host agent made its folders")
                    .doesNotContain("data", "run");
        }
    }

    @Test
    void theWindowSaysThatItShowsARecording() throws Exception {
        WindowHarness.start();
        Workbench workbench = WindowHarness.call(() -> BelljarWindow.openRecorded(Theme.LIGHT));
        try {
            awaitWords(workbench, "Sample data: actions have no effect", "api.github.com:443");
        } finally {
            WindowHarness.call(() -> {
                workbench.close();
                return 0;
            });
        }
    }

    @Test
    void theHelpIsPrintedAndAnOptionWithoutItsValueIsRefused() throws Exception {
        Path log = home.resolve("log");
        Process help = start(log, "--help");
        assertThat(help.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(help.exitValue()).isZero();
        assertThat(log).content().contains("--recorded", "--picture FILE");
        assertThatThrownBy(() -> WindowOptions.of("--recorded", "--picture"))
                .hasMessageContaining("--picture: expected a value");
        assertThat(WindowOptions.of("--recorded").recorded()).isTrue();
        assertThat(WindowOptions.of().recorded()).isFalse();
    }

    private Process start(Path log, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                absolute(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))),
                BelljarWindow.class.getName()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().put("HOME", home.toString());
        builder.environment().put("PATH", home.resolve("bin").toString());
        builder.environment().put("XDG_RUNTIME_DIR", home.resolve("run").toString());
        builder.environment().put("XDG_DATA_HOME", home.resolve("data").toString());
        return builder.start();
    }

    private static String absolute(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            entries.add(Path.of(entry).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Set<Integer> colours(BufferedImage picture) {
        Set<Integer> colours = new HashSet<>();
        for (int y = 0; y < picture.getHeight(); y += 2) {
            for (int x = 0; x < picture.getWidth(); x += 2) {
                colours.add(picture.getRGB(x, y));
            }
        }
        return colours;
    }

    private static void awaitWords(Workbench workbench, String... wanted) {
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .untilAsserted(() -> assertThat(words(workbench)).contains(wanted));
    }

    private static List<String> words(Workbench workbench) {
        return WindowHarness.call(() -> {
            List<String> words = new ArrayList<>();
            WindowHarness.read(workbench.scene().getRoot(), words);
            return words;
        });
    }
}
