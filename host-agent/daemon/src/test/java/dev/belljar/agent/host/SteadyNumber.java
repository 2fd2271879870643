package dev.belljar.agent.host;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.Durations;

/// Waits in tests until a number stops changing, for example the bytes that a blocked writer has written.
public final class SteadyNumber {
    private static final Duration STEADY = Duration.ofMillis(500);

    private SteadyNumber() {}

    /// Waits until a number is positive and has not changed for half a second, and returns it. Fails if it still
    /// changes after two minutes.
    public static long of(Callable<? extends Number> number) {
        AtomicLong before = new AtomicLong();
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .during(STEADY)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> {
                    long now = number.call().longValue();
                    return now > 0 && before.getAndSet(now) == now;
                });
        return before.get();
    }
}
