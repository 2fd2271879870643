package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.session.ExecResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/// A sandbox of a host agent under test, with the usual operations.
record RunningMachine(AgentUnderTest agent, String id) {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration BOOT = Duration.ofMinutes(12);
    private static final int LAST_LINES = 80;

    /// A condition that may query the host agent, which may be unavailable for a while.
    interface Condition {
        boolean holds() throws AgentException, InterruptedException;
    }

    /// Creates a sandbox and starts it, without waiting until it runs.
    static RunningMachine begun(AgentUnderTest agent, Path project) throws AgentException, InterruptedException {
        Sandbox made = agent.client()
                .call(SandboxApi.CREATE, new CreateSandbox(project.toString(), null, 1024, 2, 4096, null, false, true));
        return new RunningMachine(agent, made.id());
    }

    AgentClient client() {
        return agent.client();
    }

    SandboxState state() throws AgentException, InterruptedException {
        return client().call(SandboxApi.GET.at(id)).status().state();
    }

    /// Runs a script as the machine's user and returns its result, also if it fails.
    ExecResult exec(String script) throws AgentException, InterruptedException {
        return client().call(SandboxApi.EXEC.at(id), ExecCommand.of("/bin/sh", "-c", script));
    }

    /// Runs a script as root.
    ExecResult asRoot(String script) throws AgentException, InterruptedException {
        return client().call(
                        SandboxApi.EXEC.at(id),
                        new ExecCommand(List.of("/bin/sh", "-c", script), "/", Map.of(), "root", false, 0, 0, 0));
    }

    /// Runs a script that must succeed, and returns its output.
    String run(String script) throws AgentException, InterruptedException {
        ExecResult result = exec(script);
        String out = text(result.stdout());
        assertThat(result.code())
                .as("%s: %s%s", script, out, text(result.stderr()))
                .isEqualTo(0);
        return out.stripTrailing();
    }

    /// Returns the events after this number, up to one that is caused now.
    List<Event> events(long after) throws AgentException, InterruptedException {
        String marker =
                "marker-" + client().call(SandboxApi.GET.at(id)).status().lastSeq();
        List<Event> events = new CopyOnWriteArrayList<>();
        Set<EventType> types = Set.of(EventType.PROC, EventType.GAP, EventType.OPAQUE);
        try (var _ = client().follow(id, after, types, events::addAll)) {
            run("/bin/true " + marker);
            await(() -> events.stream()
                    .anyMatch(event ->
                            event instanceof ProcEvent proc && proc.argv().contains(marker)));
        }
        return List.copyOf(events);
    }

    /// Returns the last journal entries of the sandbox, with its console output.
    private String journalAndConsole() throws IOException {
        Path journal =
                agent.folder().resolve("data/belljar/sandboxes").resolve(id).resolve("events/sandbox.jsonl");
        List<String> lines = Files.exists(journal) ? Files.readAllLines(journal) : List.of();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    void awaitState(SandboxState expected) throws Exception {
        Awaitility.await().atMost(BOOT).until(() -> {
            Sandbox now = client().call(SandboxApi.GET.at(id));
            if (expected != SandboxState.ERROR && now.status().state() == SandboxState.ERROR) {
                throw new AssertionError("%s\n%s\n%s".formatted(now.status(), agent.words(), journalAndConsole()));
            }
            return now.status().state() == expected;
        });
    }

    /// Starts the host agent and the machine again if an earlier test has ended them.
    void ensureRuns() throws Exception {
        agent.ensureRuns();
        SandboxState now = state();
        if (now == SandboxState.STOPPED || now == SandboxState.ERROR) {
            client().call(SandboxApi.START.at(id));
        }
        awaitState(SandboxState.RUNNING);
        awaitReached();
    }

    /// Waits until the guest accepts commands: a host agent that has just started connects to it a little
    /// later.
    void awaitReached() throws InterruptedException {
        await(() -> exec("true").code() != null);
    }

    /// Waits until the condition is true; it counts as false if the host agent cannot answer.
    static void await(Condition condition) throws InterruptedException {
        Awaitility.await().atMost(PATIENCE).until(() -> holds(condition));
    }

    /// Like `await`, but with time for a machine's first boot and its template.
    static void awaitBoot(Condition condition) throws InterruptedException {
        Awaitility.await().atMost(BOOT).until(() -> holds(condition));
    }

    private static boolean holds(Condition condition) throws InterruptedException {
        try {
            return condition.holds();
        } catch (AgentException e) {
            return false;
        }
    }

    static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
