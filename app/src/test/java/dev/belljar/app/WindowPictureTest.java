package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a missing sandbox, screen or theme is reported in one line and no picture is written.
class WindowPictureTest {
    @TempDir
    private Path folder;

    @Test
    void anUnknownSandboxIsNamedAndNoPictureIsWritten() throws Exception {
        Path file = folder.resolve("f.png");
        WindowOptions options = WindowOptions.of("--sandbox", "nosuch", "--picture", file.toString());
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT, 1000, 700)) {
            CompletableFuture<Integer> taken =
                    WindowHarness.call(() -> new WindowPicture(window.workbench(), options, file).take());
            assertThatThrownBy(() -> taken.get(2, TimeUnit.MINUTES))
                    .isInstanceOf(ExecutionException.class)
                    .rootCause()
                    .hasMessageContaining("nosuch")
                    .hasMessageContaining("Sandboxes: api")
                    .message()
                    .doesNotContain("\n");
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void anUnknownScreenOrThemeIsNamedWithTheKnownOnes() {
        assertThatThrownBy(() -> WindowOptions.of("--screen", "kitchen"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("--screen kitchen")
                .hasMessageContaining("processes");
        assertThatThrownBy(() -> WindowOptions.of("--theme", "pink"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("--theme pink")
                .hasMessageContaining("light");
    }
}
