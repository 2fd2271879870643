package dev.belljar.bench.rig;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.session.ExecResult;
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

/// A machine for a benchmark with a one-file project, destroyed at the end.
public final class BenchMachine implements AutoCloseable {
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

    /// Starts a machine with 1 GiB and 2 CPUs and waits until it runs.
    public static BenchMachine start(AgentClient agent) throws AgentException, IOException, InterruptedException {
        BenchMachine machine = begin(agent);
        try {
            machine.awaitRunning();
            return machine;
        } catch (AgentException | InterruptedException e) {
            machine.close();
            throw e;
        }
    }

    /// Begins to start such a machine.
    public static BenchMachine begin(AgentClient agent) throws AgentException, IOException, InterruptedException {
        Path project = Files.createTempDirectory("belljar-bench");
        Files.writeString(project.resolve("README.md"), "A project for measuring.\n");
        return begin(agent, project);
    }

    /// Begins to start such a machine for a project, which is deleted with it.
    public static BenchMachine begin(AgentClient agent, Path project) throws AgentException, InterruptedException {
        Sandbox made = agent.call(
                SandboxApi.CREATE, new CreateSandbox(project.toString(), null, 1024, 2, 8192, null, true, true));
        return new BenchMachine(agent, project, made.id());
    }

    /// Begins to start a machine for a project, which stays; its limits are those of the project's environment.
    public static BenchMachine of(AgentClient agent, Path project) throws AgentException, InterruptedException {
        Sandbox made = agent.call(
                SandboxApi.CREATE, new CreateSandbox(project.toString(), null, null, null, null, null, true, true));
        return new BenchMachine(agent, null, made.id());
    }

    /// Wraps a branch, whose project belongs to its origin.
    public static BenchMachine of(AgentClient agent, Sandbox branch) {
        return new BenchMachine(agent, null, branch.id());
    }

    public String id() {
        return id;
    }

    public AgentClient agent() {
        return agent;
    }

    public ExecResult exec(ExecCommand command) throws AgentException, InterruptedException {
        ExecResult result = agent.call(SandboxApi.EXEC.at(id), command);
        if (result.code() == null || result.code() != 0) {
            throw failed("%s exited with code %s: %s".formatted(command.argv(), result.code(), text(result.stderr())));
        }
        return result;
    }

    /// Runs a shell script as `user`, which must end with 0, and returns its output.
    public String script(String user, String script) throws AgentException, InterruptedException {
        ExecCommand command =
                new ExecCommand(List.of("/bin/sh", "-c", script), null, Map.of(), user, false, 0, 0, 900_000);
        return text(exec(command).stdout());
    }

    @Override
    public void close() {
        try {
            agent.call(SandboxApi.DESTROY.at(id), new DestroySandbox(false));
            if (project != null) {
                removeAll(project);
            }
            agent.call(StorageApi.DISCARD_TRASH.at(id));
        } catch (AgentException | IOException e) {
            System.err.println("bench: sandbox " + id + " could not be cleaned up: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static AgentException failed(String detail) {
        return new AgentException(Problem.of(FAILED, "benchmark failed", detail, null), null);
    }

    /// Runs the first command of a starting machine, which ends as soon as commands are possible.
    public void firstExec() throws AgentException, InterruptedException {
        exec(new ExecCommand(List.of("/bin/true"), "/", Map.of(), null, false, 0, 0, 0));
    }

    /// Returns the time that a requirement of the start took, in milliseconds.
    public double took(String requirement) throws AgentException, InterruptedException {
        return agent.call(SandboxApi.GET.at(id)).status().requirements().stream()
                .filter(need -> need.name().equals(requirement))
                .mapToDouble(Requirement::millis)
                .sum();
    }

    /// Deletes a folder with its content.
    public static void removeAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// Shuts the machine down; its disk stays until this is closed.
    public void stop() throws AgentException, InterruptedException {
        agent.call(SandboxApi.STOP.at(id), new StopSandbox(false, false));
        await(SandboxState.STOPPED);
    }

    public void awaitRunning() throws AgentException, InterruptedException {
        await(SandboxState.RUNNING);
    }

    public void await(SandboxState expected) throws AgentException, InterruptedException {
        for (Sandbox now = agent.call(SandboxApi.GET.at(id));
                now.status().state() != expected;
                now = agent.call(SandboxApi.GET.at(id))) {
            Problem problem = now.status().problem();
            if (now.status().state() == SandboxState.ERROR && problem != null) {
                throw new AgentException(problem, null);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /// Waits until the accepted environment of the project is set up.
    public void awaitSetUp() throws AgentException, InterruptedException {
        awaitRunning();
        SetupStatus now = agent.call(SandboxApi.GET.at(id)).status().setup();
        while (now == null || now.running()) {
            Thread.sleep(LOOK_MILLIS);
            now = agent.call(SandboxApi.GET.at(id)).status().setup();
        }
        if (now.state() != SetupState.DONE) {
            throw failed("the setup of sandbox %s: %s: %s".formatted(id, now.state(), now.detail()));
        }
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    /// Returns the QEMU process of a running machine.
    public static ProcessHandle qemu(String id) throws AgentException {
        return ProcessHandle.allProcesses()
                .filter(process -> isMachine(process, id))
                .findFirst()
                .orElseThrow(() -> failed("no QEMU process for sandbox " + id + " was found"));
    }

    private static boolean isMachine(ProcessHandle process, String id) {
        return process.info().command().orElse("").contains("qemu-system")
                && process.info().commandLine().orElse("").contains(id);
    }
}
