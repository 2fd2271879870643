package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.ExecResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A machine of the benchmark's own with a one-file project, destroyed at the end.
final class BenchMachine implements AutoCloseable {
    private static final ProblemCode FAILED = new ProblemCode("bench.failed", 500);
    private static final long LOOK_MILLIS = 25;

    private final AgentClient agent;
    private final @Nullable Path project;
    private final String id;

    private BenchMachine(AgentClient agent, @Nullable Path project, String id) {
        this.agent = agent;
        this.project = project;
        this.id = id;
    }

    /// A machine that runs; 1 GiB and 2 CPUs.
    static BenchMachine start(AgentClient agent) throws AgentException, IOException, InterruptedException {
        BenchMachine machine = begin(agent);
        try {
            machine.awaitRunning();
            return machine;
        } catch (AgentException | InterruptedException e) {
            machine.close();
            throw e;
        }
    }

    /// A machine of the same kind that starts.
    static BenchMachine begin(AgentClient agent) throws AgentException, IOException, InterruptedException {
        Path project = Files.createTempDirectory("belljar-bench");
        Files.writeString(project.resolve("README.md"), "A project for measuring.\n");
        return begin(agent, project);
    }

    /// A machine of the same kind for a project, which is removed with it.
    static BenchMachine begin(AgentClient agent, Path project) throws AgentException, InterruptedException {
        Sandbox made = agent.create(new CreateSandbox(project.toString(), null, 1024, 2, 8192, true, true));
        return new BenchMachine(agent, project, made.id());
    }

    /// A branch, which has its project with the machine it comes from.
    static BenchMachine of(AgentClient agent, Sandbox branch) {
        return new BenchMachine(agent, null, branch.id());
    }

    String id() {
        return id;
    }

    AgentClient agent() {
        return agent;
    }

    ExecResult exec(ExecCommand command) throws AgentException, InterruptedException {
        ExecResult result = agent.exec(id, command);
        if (result.code() == null || result.code() != 0) {
            throw failed("%s ended with %s: %s".formatted(command.argv(), result.code(), text(result.stderr())));
        }
        return result;
    }

    /// Output of a shell script run as `user`, which must end with 0.
    String script(String user, String script) throws AgentException, InterruptedException {
        ExecCommand command =
                new ExecCommand(List.of("/bin/sh", "-c", script), null, Map.of(), user, false, 0, 0, 900_000);
        return text(exec(command).stdout());
    }

    @Override
    public void close() {
        try {
            agent.destroy(id);
            if (project != null) {
                removeAll(project);
            }
            agent.discardTrash(id);
        } catch (AgentException | IOException e) {
            System.err.println("bench: " + id + " was not cleaned up: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static AgentException failed(String detail) {
        return new AgentException(Problem.of(FAILED, "benchmark failed", detail, null), null);
    }

    /// The first command of a machine that starts: answered as soon as any can be.
    void firstExec() throws AgentException, InterruptedException {
        exec(new ExecCommand(List.of("/bin/true"), "/", Map.of(), null, false, 0, 0, 0));
    }

    /// How long a requirement of its start took, in milliseconds.
    double took(String requirement) throws AgentException, InterruptedException {
        return agent.get(id).status().requirements().stream()
                .filter(need -> need.name().equals(requirement))
                .mapToDouble(Requirement::millis)
                .sum();
    }

    /// Removes a folder with all that is in it.
    static void removeAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// Shuts it down; its disk stays until it is closed.
    void stop() throws AgentException, InterruptedException {
        agent.stop(id, false);
        await(SandboxState.STOPPED);
    }

    void awaitRunning() throws AgentException, InterruptedException {
        await(SandboxState.RUNNING);
    }

    void await(SandboxState wanted) throws AgentException, InterruptedException {
        for (Sandbox now = agent.get(id); now.status().state() != wanted; now = agent.get(id)) {
            Problem problem = now.status().problem();
            if (now.status().state() == SandboxState.ERROR && problem != null) {
                throw new AgentException(problem, null);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
