package dev.belljar.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.view.host.HostStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the first `create` on a host without hardware virtualization asks once and creates one sandbox.
class EmulationPromptTest {
    private final List<String> asked = new ArrayList<>();
    private final List<String> questions = new ArrayList<>();
    private boolean accepted;
    private boolean recordsFirst;
    private String answer = "y";
    private ProblemCode code = ProblemCode.EMULATION_NOT_ACCEPTED;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void aRefusedCreateIsRepeatedAfterAYes(@TempDir Path folder) {
        assertThat(run("create", folder.toString())).isZero();
        assertThat(questions).hasSize(1);
        assertThat(asked).containsExactly("create", "accept", "create");
    }

    @Test
    void aCreatedSandboxWhoseStartWasRefusedIsStartedAfterAYes(@TempDir Path folder) {
        recordsFirst = true;
        assertThat(run("create", "--name", "shop", folder.toString())).isZero();
        assertThat(questions).hasSize(1);
        assertThat(asked).containsExactly("create", "accept", "start shop");
    }

    @Test
    void afterANoNothingIsRetried(@TempDir Path folder) {
        answer = "n";
        assertThat(run("create", folder.toString())).isEqualTo(4);
        assertThat(asked).containsExactly("create");
        assertThat(text()).contains("Sandboxes would be emulated here.").doesNotContain("belljar start");
    }

    @Test
    void afterANoTheCreatedSandboxIsNamedWithTheCommandThatStartsIt(@TempDir Path folder) {
        answer = "n";
        recordsFirst = true;
        assertThat(run("create", "--name", "shop", folder.toString())).isEqualTo(4);
        assertThat(asked).containsExactly("create");
        assertThat(text())
                .endsWith("Sandbox shop was created, but it is not running. To start it: belljar start shop\n");
    }

    @Test
    void aStartThatFailsForAnotherReasonAlsoSaysHowToGoOn(@TempDir Path folder) {
        recordsFirst = true;
        code = new ProblemCode("vm.not-started", 500);
        assertThat(run("create", "--name", "shop", folder.toString())).isEqualTo(1);
        assertThat(questions).isEmpty();
        assertThat(text()).contains("To start it: belljar start shop");
    }

    @Test
    void withJsonNoQuestionIsAsked(@TempDir Path folder) {
        assertThat(run("create", "--json", folder.toString())).isEqualTo(4);
        assertThat(questions).isEmpty();
    }

    private int run(String... words) {
        PrintStream printer = new PrintStream(printed, true, StandardCharsets.UTF_8);
        CommandSession.UserPrompt prompt = question -> {
            questions.add(question);
            return answer;
        };
        return Belljar.run(CommandSession.with(agent(), prompt, printer, printer), words);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    /// A stub of a host agent without hardware virtualization, with the calls that these commands make.
    private AgentClient agent() {
        return new ScriptedClient()
                .on(SandboxApi.CREATE, (_, _) -> created())
                .on(EnvironmentApi.PROPOSAL, (_, _) -> {
                    throw new AgentException(
                            Problem.of(ProblemCode.NO_ROUTE, "no", "An older host agent.", null), null);
                })
                .on(SandboxApi.START, (id, _) -> {
                    asked.add("start " + id);
                    return sandbox(SandboxState.STARTING);
                })
                .on(SandboxApi.GET, (_, _) -> sandbox(accepted ? SandboxState.RUNNING : SandboxState.ERROR))
                .on(HostApi.ACCEPT_EMULATION, (_, _) -> {
                    accepted = true;
                    asked.add("accept");
                    return ContractJson.read("{}", HostStatus.class);
                });
    }

    private Sandbox created() throws AgentException {
        asked.add("create");
        if (!accepted && !recordsFirst) {
            throw new AgentException(refusal(), null);
        }
        return sandbox(SandboxState.STARTING);
    }

    private Sandbox sandbox(SandboxState state) {
        Problem problem = state == SandboxState.ERROR ? refusal() : null;
        return new Sandbox(
                "a1",
                new SandboxSpec("shop", "/shop", "microvm", new MachineLimits(256, 1, 1024), false),
                new SandboxStatus(state, 0, List.of(), null, problem, List.of(), true, 0),
                new Acceleration(
                        Acceleration.Kind.NO_KVM, "Emulated (slow, less isolated)", "", "", null, false, 0, "", 0),
                0,
                null,
                null,
                null,
                null);
    }

    private Problem refusal() {
        return Problem.of(code, "refused", "Sandboxes would be emulated here.", null);
    }
}
