package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that the measurement of a screen opens it, moves in it, and ends.
@Tag("slow")
class ScreenBenchmarkTest {
    private static final int FRAMES = 20;

    @Test
    void aLargeReviewIsMeasured() throws Exception {
        try (WindowHarness window = WindowHarness.open(Scenario.MANY_CHANGES, Theme.LIGHT)) {
            ScreenBenchmark.ScreenCost cost = measured(window, "shop", ScreenKind.CHANGES);
            assertThat(cost.screen()).isEqualTo("changes");
            assertThat(cost.openMillis()).isPositive();
            assertThat(cost.frameMillis()).isPositive().isLessThanOrEqualTo(cost.frameMillisP95());
            assertThat(cost.openCpuMillis()).isPositive();
            assertThat(cost.frameCpuMillis()).isPositive().isLessThanOrEqualTo(cost.frameCpuMillisP95());
            assertThat(cost.frameMillisLongest()).isGreaterThanOrEqualTo(cost.frameMillisP95());
            assertThat(window.words()).anyMatch(word -> word.contains("of 10,000"));
            assertThat(window.words()).as("the file after the keys").contains("packages/p00/src/");
        }
    }

    @Test
    void theTimelineIsMeasured() throws Exception {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenBenchmark.ScreenCost cost = measured(window, "shop", ScreenKind.TIMELINE);
            assertThat(cost.screen()).isEqualTo("timeline");
            assertThat(cost.frames()).isEqualTo(FRAMES);
        }
    }

    @Test
    void anUnknownSandboxIsNamed() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            assertThatThrownBy(() -> measured(window, "nosuch", ScreenKind.TIMELINE))
                    .isInstanceOf(ExecutionException.class)
                    .rootCause()
                    .hasMessageContaining("nosuch");
        }
    }

    @Test
    void onlyScreensThatCanBeMeasuredAreAccepted() throws Exception {
        assertThat(WindowOptions.of("--measure", "--sandbox", "shop", "--screen", "changes")
                        .measure())
                .isTrue();
        assertThatThrownBy(() -> WindowOptions.of("--measure", "--sandbox", "shop", "--screen", "log"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("changes or timeline");
        assertThatThrownBy(() -> WindowOptions.of("--measure", "--screen", "changes"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("--sandbox NAME");
    }

    private static ScreenBenchmark.ScreenCost measured(WindowHarness window, String sandbox, ScreenKind screen)
            throws Exception {
        CompletableFuture<ScreenBenchmark.ScreenCost> cost =
                WindowHarness.call(() -> new ScreenBenchmark(window.workbench(), sandbox, screen, FRAMES).run());
        return cost.get(2, TimeUnit.MINUTES);
    }
}
