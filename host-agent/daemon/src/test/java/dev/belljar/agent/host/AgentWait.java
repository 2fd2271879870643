package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/// Waits in the tests of the host agent until a condition is true. Tests wait here instead of sleeping.
public final class AgentWait {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMillis(10);
    private static final int QUIET_STEPS = 50;

    private AgentWait() {}

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

    /// A number that stops changing once what it counts has stopped.
    public interface Amount<E extends Exception> {
        long now() throws E, InterruptedException;
    }

    /// Waits until a number is positive and has not changed for half a second, and returns it.
    public static <E extends Exception> long settled(Amount<E> amount) throws E, InterruptedException {
        long before = 0;
        for (int same = 0; same < QUIET_STEPS; ) {
            Thread.sleep(STEP);
            long now = amount.now();
            same = now > 0 && now == before ? same + 1 : 0;
            before = now;
        }
        return before;
    }
}
