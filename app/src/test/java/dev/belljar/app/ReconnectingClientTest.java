package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Tests when a request has the host agent found or started. That event streams continue with the next host agent is
/// tested with real ones, in `EventFollowerTest`.
class ReconnectingClientTest {
    private final List<String> starts = new ArrayList<>();

    @Test
    void theHostAgentIsFoundOnceBeforeTheFirstRequest() throws Exception {
        ReconnectingClient late = new ReconnectingClient(
                new RecordedAgent(Scenario.BUSY),
                new AgentStartPolicy(() -> starts.add("first"), () -> starts.add("again")));
        assertThat(starts).isEmpty();
        late.call(SandboxApi.LIST);
        late.call(SandboxApi.LIST);
        assertThat(starts).containsExactly("first");
    }

    @Test
    void aSubscriptionNeedsNoRequest() throws Exception {
        BlockingQueue<List<Event>> arrived = new LinkedBlockingQueue<>();
        ReconnectingClient late = new ReconnectingClient(
                new RecordedAgent(Scenario.BUSY),
                new AgentStartPolicy(() -> starts.add("first"), () -> starts.add("again")));
        try (EventSubscription _ = late.follow("sb-shop", 0, EnumSet.of(EventType.PROC), arrived::add)) {
            assertThat(arrived.poll(60, TimeUnit.SECONDS)).isNotNull();
        }
        assertThat(starts).isEmpty();
    }

    @Test
    void aHostAgentThatDoesNotAnswerIsFoundAgainBeforeTheNextRequest() {
        ReconnectingClient late = new ReconnectingClient(
                new RecordedAgent(Scenario.DOWN),
                new AgentStartPolicy(() -> starts.add("first"), () -> starts.add("again")));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessageContaining("does not respond");
        }
        assertThat(starts).containsExactly("first", "again", "again");
    }

    @Test
    void aStoppedHostAgentIsStartedOnlyOnRequest() {
        AgentStartPolicy policy = new AgentStartPolicy(() -> starts.add("first"), () -> {
            throw new AgentException(Problem.of(AgentStarter.STOPPED, "stopped", "It was stopped.", null), null);
        });
        ReconnectingClient late = new ReconnectingClient(new RecordedAgent(Scenario.DOWN), policy);
        assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessageContaining("does not respond");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessage("It was stopped.");
        }
        assertThat(starts).containsExactly("first");
        policy.wake();
        assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessageContaining("does not respond");
        assertThat(starts).containsExactly("first", "first");
    }

    @Test
    void aFailedStartIsRetriedOnlyOnRequest() {
        AgentStartPolicy policy = failing(() -> {});
        ReconnectingClient late = new ReconnectingClient(new RecordedAgent(Scenario.BUSY), policy);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessage("Port 8082 is taken.");
        }
        assertThat(starts).hasSize(1);
        policy.wake();
        assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessage("Port 8082 is taken.");
        assertThat(starts).hasSize(2);
    }

    @Test
    void aStartThatIsAskedForWhileAnotherOneFailsIsNotRefused() {
        CompletableFuture<AgentStartPolicy> policy = new CompletableFuture<>();
        policy.complete(failing(() -> {
            if (starts.size() == 1) {
                policy.join().wake();
            }
        }));
        ReconnectingClient late = new ReconnectingClient(new RecordedAgent(Scenario.BUSY), policy.join());
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> late.call(SandboxApi.LIST)).hasMessage("Port 8082 is taken.");
        }
        assertThat(starts).hasSize(2);
    }

    private AgentStartPolicy failing(Runnable meanwhile) {
        AgentStartPolicy.AgentFinder finder = () -> {
            starts.add("failed");
            meanwhile.run();
            throw new AgentException(
                    Problem.of(AgentStarter.NOT_STARTED, "not started", "Port 8082 is taken.", null), null);
        };
        return new AgentStartPolicy(finder, finder);
    }
}
