package dev.belljar.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TabBellTest {
    private final List<Runnable> tasks = new ArrayList<>();
    private final AtomicInteger rings = new AtomicInteger();
    private final TabBell bell = new TabBell(tasks::add, rings::incrementAndGet);

    @Test
    void endlessRingingHasOneRingPending() {
        for (int i = 0; i < 10_000; i++) {
            bell.run();
        }
        assertThat(tasks).hasSize(1);
        tasks.removeFirst().run();
        assertThat(rings).hasValue(1);
    }

    @Test
    void aRingAfterADeliveredOneIsDeliveredToo() {
        bell.run();
        tasks.removeFirst().run();
        bell.run();
        tasks.removeFirst().run();
        assertThat(rings).hasValue(2);
    }
}
