package dev.belljar.app;

import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Decides when the window may start the host agent: at the first request, after it was killed, and when the user asks
/// for it, but not if it was stopped on purpose, and not again and again if it cannot start.
final class AgentStartPolicy {
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

    /// Waits until the host agent answers, and starts it if it may.
    @FunctionalInterface
    interface AgentFinder {
        void find() throws AgentException, InterruptedException;
    }

    private final AgentFinder first;
    private final AgentFinder again;
    private volatile boolean answers;
    private volatile boolean wanted = true;
    private final AtomicInteger wakes = new AtomicInteger();
    private volatile @Nullable Refusal refusal;

    /// `first` finds the host agent at the start and after [#wake()], `again` after it went away.
    AgentStartPolicy(AgentFinder first, AgentFinder again) {
        this.first = first;
        this.again = again;
    }

    /// Why the host agent could not be started, when, as a time of System.nanoTime, and how often the user had asked
    /// for it before: a start that the user asks for while another one fails is not refused.
    private record Refusal(AgentException why, long at, int wakes) {}

    /// Returns once the host agent answers, or at once if it answered before.
    ///
    /// The last refusal is repeated for a minute: otherwise an agent that cannot start, say because its port is
    /// taken, would be started every second.
    void require() throws AgentException, InterruptedException {
        if (!answers) {
            find();
        }
    }

    private synchronized void find() throws AgentException, InterruptedException {
        if (answers) {
            return; // another thread has found it
        }
        Refusal last = refusal;
        int asked = wakes.get();
        if (last != null && last.wakes() == asked && System.nanoTime() - last.at() < PAUSE_NANOS) {
            throw last.why();
        }
        try {
            (wanted ? first : again).find();
        } catch (AgentException e) {
            if (e.code().equals(AgentStarter.NOT_STARTED)) {
                refusal = new Refusal(e, System.nanoTime(), asked);
            }
            throw e;
        }
        wanted = false;
        answers = true;
    }

    /// The host agent did not answer: the next request finds it first.
    void lost() {
        answers = false;
    }

    /// Lets the next request start the host agent, even if it was stopped on purpose or could not be started just now.
    void wake() {
        wanted = true;
        wakes.incrementAndGet();
    }
}
