package dev.belljar.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.pictures.WindowHarness;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Tests that many changes need few tasks on the FX thread and that the last value arrives.
class FxPulseTest {
    @Test
    void fiftyThousandChangesCrossInFewHopsAndTheLastOneArrives() throws InterruptedException {
        WindowHarness.start();
        FxPulse pulse = new FxPulse();
        WatchedValue<Integer> watchedValue = new WatchedValue<>(pulse, 0);
        AtomicInteger seen = new AtomicInteger();
        CountDownLatch last = new CountDownLatch(1);
        WindowHarness.call(() -> watchedValue.watch(value -> {
            seen.incrementAndGet();
            if (value == 50_000) {
                last.countDown();
            }
        }));
        for (int i = 1; i <= 50_000; i++) {
            watchedValue.set(i);
        }
        assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(seen.get()).isLessThan(5_000);
    }

    @Test
    void tasksKeepTheirOrder() throws InterruptedException {
        WindowHarness.start();
        FxPulse pulse = new FxPulse();
        StringBuilder order = new StringBuilder();
        CountDownLatch done = new CountDownLatch(1);
        pulse.execute(() -> order.append("a"));
        pulse.execute(() -> order.append("b"));
        pulse.execute(done::countDown);
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(order).hasToString("ab");
    }
}
