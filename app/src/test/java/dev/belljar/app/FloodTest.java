package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.look.Theme;
import dev.belljar.app.pictures.Booth;
import dev.belljar.app.terminal.Flood;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A terminal that is given more than it can keep draws it to its end.
class FloodTest {
    @Test
    void aFloodComesToItsEnd() throws Exception {
        Booth.start();
        CompletableFuture<Flood.Cost> flood = Booth.call(() -> Workstation.flood(2, Theme.DARK));
        Flood.Cost cost = flood.get(3, TimeUnit.MINUTES);
        assertThat(cost.megabytes()).isEqualTo(2);
        assertThat(cost.seconds()).isPositive();
        assertThat(cost.frames()).isPositive();
        assertThat(cost.heapMib()).isPositive();
    }
}
