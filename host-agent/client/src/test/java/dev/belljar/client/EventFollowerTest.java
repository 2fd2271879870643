package dev.belljar.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.HostAgent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent.StateChanged;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the event stream of host agents that listen on the same socket, one after another.
class EventFollowerTest {
    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private final List<Event> arrived = new CopyOnWriteArrayList<>();

    @BeforeEach
    void chooseFolders() throws Exception {
        for (String name : List.of("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME")) {
            environment.put(name, Files.createDirectories(folder.resolve(name)).toString());
        }
        environment.putAll(Map.of("BELLJAR_PORT", "0", "BELLJAR_POOL", "0", "BELLJAR_TEMPLATES", "off"));
        environment.put("BELLJAR_KEYRING", "off");
    }

    @Test
    void aStreamBeginsOnceAHostAgentListensAndContinuesWithTheNextOne() throws Exception {
        try (AgentClient client = new AgentStarter(environment).client();
                EventSubscription _ = client.followHost(0, Set.of(EventType.STATE), arrived::addAll)) {
            try (HostAgent _ = HostAgent.start(environment)) {
                created(client, "one");
                awaitNames("one");
            }
            try (HostAgent _ = HostAgent.start(environment)) {
                created(client, "two");
                awaitNames("one", "two");
            }
        }
    }

    @Test
    void aWaitEndsWithTheEventOfTheHostAgent() throws Exception {
        try (HostAgent _ = HostAgent.start(environment);
                AgentClient client = new AgentStarter(environment).client();
                ExecutorService waiter = Executors.newVirtualThreadPerTaskExecutor()) {
            long after = client.call(HostApi.STATUS).lastSeq();
            Future<Sandbox> wait = waiter.submit(() -> ChangeWaiter.await(
                    listener -> client.followHost(after, Set.of(EventType.STATE), listener),
                    () -> client.call(SandboxApi.LIST).stream()
                            .filter(sandbox -> sandbox.spec().name().equals("one"))
                            .findFirst(),
                    Duration.ofDays(1)));
            created(client, "one");
            assertThat(wait.get(60, TimeUnit.SECONDS).spec().name()).isEqualTo("one");
        }
    }

    private void created(AgentClient client, String name) throws Exception {
        String project = Files.createDirectories(folder.resolve(name)).toString();
        client.call(SandboxApi.CREATE, new CreateSandbox(project, name, 256, 1, 1024, null, true, false));
    }

    private void awaitNames(String... names) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> arrived.size() >= names.length);
        assertThat(arrived).map(event -> ((StateChanged) event).name()).containsExactly(names);
    }
}
