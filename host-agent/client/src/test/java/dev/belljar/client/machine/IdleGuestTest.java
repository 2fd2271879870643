package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.sandbox.ReadGauges;
import dev.belljar.contract.request.work.ReadWork;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Tests which processes the host agent starts in a real machine while a window is open and nothing happens in it.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdleGuestTest {
    private static final int SECONDS = 60;
    private static final int MOST = 2;

    private final AgentUnderTest agent;
    private RunningMachine machine;

    IdleGuestTest() throws IOException {
        agent = new AgentUnderTest();
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void boot() throws Exception {
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
    }

    @AfterAll
    void close() throws Exception {
        agent.end();
    }

    @Test
    void anIdleMachineRunsNoneOfTheHostAgentsPrograms() throws Exception {
        write("new.txt");
        long before = seq();
        work(ReadWork.IF_CHANGED);
        int fetched = own(machine.events(before));
        assertThat(fetched).as("a fetch is seen in the events").isGreaterThan(MOST);

        long idle = seq();
        AtomicInteger readings = new AtomicInteger();
        Awaitility.await()
                .pollInterval(Duration.ofSeconds(1))
                .atMost(Duration.ofMinutes(10))
                .until(() -> {
                    window();
                    return readings.incrementAndGet() >= SECONDS;
                });
        int own = own(machine.events(idle));
        System.out.printf("own processes: %d for one fetch, %d in %d idle seconds%n", fetched, own, SECONDS);
        assertThat(own).isLessThanOrEqualTo(MOST);
    }

    /// Writes a file, and waits until the host agent has seen that: a write that it sees only after a fetch has begun
    /// makes another fetch necessary.
    private void write(String name) throws Exception {
        long before = seq();
        List<Event> writes = new CopyOnWriteArrayList<>();
        try (var _ = agent.client().follow(machine.id(), before, Set.of(EventType.FILE), writes::addAll)) {
            machine.run("echo new > " + name);
            RunningMachine.await(() -> writes.stream()
                    .anyMatch(event ->
                            event instanceof FileEvent file && file.path().endsWith("/" + name)));
        }
        machine.events(before);
    }

    /// Sends the requests of an open window, and more often than it does those that it sends only after an event.
    private void window() throws Exception {
        agent.client().call(HostApi.GAUGES, new ReadGauges(machine.id()));
        agent.client().call(AccessApi.ROUTES);
        work(ReadWork.IF_CHANGED);
    }

    private void work(ReadWork request) throws Exception {
        assertThat(agent.client()
                        .call(SandboxApi.WORK.at(machine.id()), request)
                        .changes()
                        .files())
                .extracting("path")
                .contains("new.txt");
    }

    private long seq() throws Exception {
        return agent.client().call(SandboxApi.GET.at(machine.id())).status().lastSeq();
    }

    /// Returns the number of processes that are scripts of the host agent or were started by one.
    private static int own(List<Event> events) {
        Set<Integer> own = new HashSet<>();
        for (Event event : events) {
            if (event instanceof ProcEvent proc
                    && ((proc.op() == ProcOp.FORK && own.contains(proc.ppid()))
                            || (proc.op() == ProcOp.EXEC && AgentScripts.is(proc.argv())))) {
                own.add(proc.pid());
            }
        }
        return own.size();
    }
}
