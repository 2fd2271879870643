package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/// Waits in the tests of the window until a condition is true. Tests wait here instead of sleeping.
public final class WindowWait {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMillis(10);

    private WindowWait() {}

    /// What is waited for; it is read once per step.
    public interface Condition<E extends Exception> {
        boolean holds() throws E, InterruptedException;
    }

    /// Waits until the condition is true, and fails if it is not after two minutes.
    public static <E extends Exception> void until(Condition<E> condition) throws E, InterruptedException {
        until(LIMIT, condition);
    }

    /// Waits until the condition is true, and fails if it is not within this time.
    public static <E extends Exception> void until(Duration limit, Condition<E> condition)
            throws E, InterruptedException {
        assertThat(within(limit, condition)).as("it came true within %s", limit).isTrue();
    }

    /// Waits until the condition is true, and returns false if it is not within this time.
    public static <E extends Exception> boolean within(Duration limit, Condition<E> condition)
            throws E, InterruptedException {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begin > limit.toNanos()) {
                return false;
            }
            Thread.sleep(STEP);
        }
        return true;
    }
}
