package dev.belljar.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.client.AgentClient;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;

/// Tests that the window goes on after the host agent refused its stream of events.
class HostWatchTest {
    private static final Problem REFUSED =
            Problem.of(ProblemCode.BAD_REQUEST, "refused", "it does not know a type", null);

    private final AgentClient recorded = new RecordedAgent(Scenario.BUSY);
    private final List<EventListener> streams = new CopyOnWriteArrayList<>();
    private final AtomicInteger closed = new AtomicInteger();

    @Test
    void aRefusedStreamIsClosedAndTheEventsAreFollowedAgain() throws Exception {
        WindowHarness.start();
        AgentClient counted = (AgentClient) Proxy.newProxyInstance(
                AgentClient.class.getClassLoader(),
                new Class<?>[] {AgentClient.class},
                (_, method, values) -> call(method, values));
        try (HostWatch watch = new HostWatch(counted, new FxPulse(), Clock.systemUTC(), Duration.ofMillis(20))) {
            watch.start();
            Awaitility.await().atMost(Durations.ONE_MINUTE).until(() -> streams.size() == 1);
            // Late enough that the watch knows the stream.
            Awaitility.await().until(() -> watch.state().now().host() != null);
            streams.getFirst().ended(REFUSED);
            Awaitility.await().atMost(Durations.ONE_MINUTE).until(() -> streams.size() == 2 && closed.get() == 1);
        }
        Awaitility.await().until(() -> closed.get() == 2);
        assertThat(streams).hasSize(2);
    }

    private Object call(Method method, Object[] values) throws Throwable {
        if (method.getName().equals("followHost")) {
            streams.add((EventListener) values[2]);
            EventSubscription stream = closed::incrementAndGet;
            return stream;
        }
        return method.invoke(recorded, values);
    }
}
