package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ReconnectingClientTest {
    private final BlockingQueue<List<Event>> arrived = new LinkedBlockingQueue<>();

    @Test
    void aSubscriptionStartsOnceTheHostAgentIsFound() throws Exception {
        ReconnectingClient late = agents(Scenario.BUSY);
        try (EventSubscription _ = late.follow("sb-shop", 0, EnumSet.of(EventType.PROC), arrived::add)) {
            assertThat(arrived).isEmpty();
            late.call(SandboxApi.LIST);
            assertThat(next()).isNotNull();
        }
    }

    @Test
    void aSubscriptionMovesToTheNextHostAgentAndDoublesNothing() throws Exception {
        ReconnectingClient late = agents(Scenario.DOWN, Scenario.BUSY);
        BlockingQueue<Boolean> connected = new LinkedBlockingQueue<>();
        EventListener listener = new EventListener() {
            @Override
            public void events(List<Event> batch) {
                arrived.add(batch);
            }

            @Override
            public void connected(boolean up) {
                connected.add(up);
            }
        };
        try (EventSubscription _ = late.follow("sb-shop", 0, EnumSet.of(EventType.PROC), listener)) {
            assertThatThrownBy(() -> late.call(SandboxApi.LIST)).isInstanceOf(AgentException.class);
            assertThat(next()).isNotNull();
            late.call(SandboxApi.LIST);
            Awaitility.await().until(() -> Collections.frequency(connected, true) == 2);
            assertThat(arrived).isEmpty();
        }
    }

    @Test
    void aStoppedHostAgentIsStartedOnlyOnRequest() throws Exception {
        RecordedAgent there = new RecordedAgent(Scenario.BUSY);
        ReconnectingClient late = new ReconnectingClient(() -> there, () -> {
            throw new AgentException(Problem.of(AgentStarter.STOPPED, "stopped", "It was stopped.", null), null);
        });
        late.call(SandboxApi.LIST);
        there.leave();
        assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessageContaining("was stopped");
        assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessage("It was stopped.");
        late.wake();
        assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessageContaining("Machines keep running");
    }

    @Test
    void aFailedStartIsRetriedOnlyOnRequest() {
        AtomicInteger tries = new AtomicInteger();
        ReconnectingClient late = new ReconnectingClient(() -> {
            tries.incrementAndGet();
            throw new AgentException(
                    Problem.of(AgentStarter.NOT_STARTED, "not started", "Port 8082 is taken.", null), null);
        });
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessage("Port 8082 is taken.");
        }
        assertThat(tries).hasValue(1);
        late.wake();
        assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessage("Port 8082 is taken.");
        assertThat(tries).hasValue(2);
    }

    private List<Event> next() throws InterruptedException {
        return arrived.poll(60, TimeUnit.SECONDS);
    }

    private static ReconnectingClient agents(Scenario... moods) {
        Queue<AgentClient> agents = new ArrayDeque<>();
        for (Scenario scenario : moods) {
            agents.add(new RecordedAgent(scenario));
        }
        return new ReconnectingClient(agents::remove);
    }
}
