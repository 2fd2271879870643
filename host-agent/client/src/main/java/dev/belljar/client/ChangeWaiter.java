package dev.belljar.client;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.problem.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Waits for a result that events announce: the state is read once the event stream is open, and again after events.
///
/// Events only say that there is something to read. So nothing is missed or reported twice if the stream breaks: the
/// state is read when the stream breaks and when it is open again, and the wait ends with the error of that read if the
/// host agent is gone.
public final class ChangeWaiter implements EventListener {
    /// The host agent cannot record events while the disk is full, but it can still stop a machine.
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final Semaphore changes = new Semaphore(0);
    private final AtomicReference<@Nullable Problem> refusal = new AtomicReference<>();

    private ChangeWaiter() {}

    /// Reads the state; the result is empty if it is not the one that is waited for.
    @FunctionalInterface
    public interface StateReader<T> {
        Optional<T> read() throws AgentException, InterruptedException;
    }

    /// Follows events with the listener that it gives to `follow`, and reads until there is a result.
    ///
    /// @throws AgentException when reading fails, or the host agent refuses the stream
    public static <T> T await(Function<EventListener, EventSubscription> follow, StateReader<T> reader)
            throws AgentException, InterruptedException {
        return await(follow, reader, SILENCE);
    }

    static <T> T await(Function<EventListener, EventSubscription> follow, StateReader<T> reader, Duration silence)
            throws AgentException, InterruptedException {
        ChangeWaiter waiter = new ChangeWaiter();
        try (EventSubscription _ = follow.apply(waiter)) {
            while (true) {
                boolean _ = waiter.changes.tryAcquire(silence.toMillis(), TimeUnit.MILLISECONDS);
                int _ = waiter.changes.drainPermits();
                Problem refused = waiter.refusal.get();
                Optional<T> result = reader.read();
                if (result.isPresent()) {
                    return result.get();
                }
                if (refused != null) {
                    throw new AgentException(refused, null);
                }
            }
        }
    }

    @Override
    public void events(List<Event> batch) {
        changes.release();
    }

    @Override
    public void connected(boolean up) {
        changes.release();
    }

    @Override
    public void ended(Problem problem) {
        refusal.set(problem);
        changes.release();
    }
}
