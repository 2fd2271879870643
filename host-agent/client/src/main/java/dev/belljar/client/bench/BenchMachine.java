package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.ExecResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// A machine of the benchmark's own with a one-file project, destroyed at the end.
final class BenchMachine implements AutoCloseable {
    private static final ProblemCode FAILED = new ProblemCode("bench.failed", 500);
    private static final long LOOK_MILLIS = 25;

    private final AgentClient agent;
    private final Path project;
    private final String id;

    private BenchMachine(AgentClient agent, Path project, String id) {
        this.agent = agent;
        this.project = project;
        this.id = id;
    }

    /// A machine that runs; 1 GiB and 2 CPUs.
    static BenchMachine start(AgentClient agent) throws AgentException, IOException, InterruptedException {
        Path project = Files.createTempDirectory("belljar-bench");
        Files.writeString(project.resolve("README.md"), "A project for measuring.\n");
        Sandbox made = agent.create(new CreateSandbox(project.toString(), null, 1024, 2, 8192, true, true));
        BenchMachine machine = new BenchMachine(agent, project, made.id());
        try {
            machine.awaitRunning();
            return machine;
        } catch (AgentException | InterruptedException e) {
            machine.close();
            throw e;
        }
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
            Files.deleteIfExists(project.resolve("README.md"));
            Files.deleteIfExists(project);
        } catch (AgentException | IOException e) {
            System.err.println("bench: " + id + " was not cleaned up: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static AgentException failed(String detail) {
        return new AgentException(Problem.of(FAILED, "benchmark failed", detail, null), null);
    }

    private void awaitRunning() throws AgentException, InterruptedException {
        for (Sandbox now = agent.get(id); now.status().state() != SandboxState.RUNNING; now = agent.get(id)) {
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
