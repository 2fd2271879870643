package dev.belljar.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Tests that a wait reads the state exactly when there may be something new.
class ChangeWaiterTest {
    /// What happens to the stream next.
    private interface StreamStep {
        void happen(EventListener stream);
    }

    private static final Problem GONE = Problem.of(ProblemCode.UNAVAILABLE, "gone", "the host agent is gone", null);

    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    @Test
    void theStateIsReadOnceTheStreamIsOpenAndAfterEachBatchOfEvents() throws Exception {
        int result = awaited(
                3,
                stream -> stream.connected(true),
                stream -> stream.events(List.of(new GapEvent(8, 0, "lost", 1, "full"))),
                stream -> stream.events(List.of(new GapEvent(9, 0, "lost", 1, "full"))));
        assertThat(result).isEqualTo(3);
        assertThat(closed).hasValue(1);
    }

    @Test
    void theStateIsReadWhenTheStreamBreaksAndWhenItIsOpenAgain() throws Exception {
        int result = awaited(
                3,
                stream -> stream.connected(true),
                stream -> stream.connected(false),
                stream -> stream.connected(true));
        assertThat(result).isEqualTo(3);
    }

    @Test
    void theErrorOfAReadEndsTheWait() {
        assertThatThrownBy(() -> ChangeWaiter.await(
                        stream -> {
                            stream.connected(false);
                            return closed::incrementAndGet;
                        },
                        () -> {
                            throw new AgentException(GONE, null);
                        }))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("the host agent is gone");
        assertThat(closed).hasValue(1);
    }

    @Test
    void aRefusedStreamEndsTheWaitUnlessTheResultIsThere() throws Exception {
        assertThatThrownBy(() -> awaited(2, stream -> stream.ended(GONE)))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("the host agent is gone");
        reads.set(0);
        assertThat(awaited(1, stream -> stream.ended(GONE))).isEqualTo(1);
    }

    @Test
    void theStateIsReadAgainAfterALongSilence() throws Exception {
        int result = ChangeWaiter.await(
                _ -> closed::incrementAndGet,
                () -> Optional.of(reads.incrementAndGet()).filter(count -> count == 2),
                Duration.ofMillis(1));
        assertThat(result).isEqualTo(2);
    }

    /// Waits for the read with this number; each read is followed by the next step of the stream.
    private int awaited(int wanted, StreamStep... steps) throws AgentException, InterruptedException {
        Deque<StreamStep> left = new ArrayDeque<>(List.of(steps));
        EventListener[] stream = new EventListener[1];
        return ChangeWaiter.await(
                listener -> {
                    stream[0] = listener;
                    left.pop().happen(listener);
                    return closed::incrementAndGet;
                },
                () -> {
                    int count = reads.incrementAndGet();
                    if (count == wanted) {
                        return Optional.of(count);
                    }
                    if (!left.isEmpty()) {
                        left.pop().happen(stream[0]);
                    }
                    return Optional.empty();
                },
                Duration.ofDays(1));
    }
}
