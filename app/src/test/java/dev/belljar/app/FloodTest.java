package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.terminal.TerminalBenchmark;
import dev.belljar.app.theme.Theme;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Tests that a terminal draws all output of a flood that exceeds its queue.
class FloodTest {
    @Test
    void aTerminalFloodEndsAndIsMeasured() throws Exception {
        WindowHarness.start();
        CompletableFuture<TerminalBenchmark.TerminalCost> flood =
                WindowHarness.call(() -> BelljarWindow.flood(2, Theme.DARK));
        TerminalBenchmark.TerminalCost cost = flood.get(3, TimeUnit.MINUTES);
        assertThat(cost.megabytes()).isEqualTo(2);
        assertThat(cost.seconds()).isPositive();
        assertThat(cost.frames()).isPositive();
        assertThat(cost.heapMib()).isPositive();
    }
}
