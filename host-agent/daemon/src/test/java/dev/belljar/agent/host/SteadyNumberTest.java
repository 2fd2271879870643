package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SteadyNumberTest {
    @Test
    void aNumberIsSteadyOnceItStopsChanging() {
        AtomicInteger steps = new AtomicInteger();
        assertThat(SteadyNumber.of(() -> Math.min(20, steps.getAndIncrement()))).isEqualTo(20);
    }
}
