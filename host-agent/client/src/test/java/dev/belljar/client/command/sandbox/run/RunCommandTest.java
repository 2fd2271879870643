package dev.belljar.client.command.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.LocalCommand;
import dev.belljar.client.command.Saved;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.environment.CodingAgent.StateSource;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentSection;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.view.codingagent.CodingAgentCommand;
import dev.belljar.contract.view.codingagent.CodingAgentInfo;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.CredentialState;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests what `belljar run` asks of the user and of the host agent, in which order, and how it ends.
class RunCommandTest {
    private static final CodingAgent MINE = new CodingAgent(
            "mine",
            "My agent",
            List.of("mine"),
            List.of("mine", CodingAgent.PROMPT),
            new AgentCredential("MINE_KEY", List.of("api.example.org"), "From example.org.", null),
            null,
            List.of(),
            List.of(),
            List.of(),
            StateSource.NONE);

    @TempDir
    private Path temp;

    private Path project;
    private final List<String> calls = new ArrayList<>();
    private final List<Sandbox> sandboxes = new ArrayList<>();
    private final Deque<String> answers = new ArrayDeque<>();
    private final List<String> questions = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private EnvironmentState state = EnvironmentState.PROPOSED;
    private CredentialState secret = CredentialState.STORED;
    private CodingAgent accepted = MINE;
    private @Nullable SetupStatus setup = done("d1");
    private List<String> program = List.of("true");
    private @Nullable String tab = "mine";

    @BeforeEach
    void project() throws Exception {
        project = temp.resolve("shop");
        Files.createDirectories(project.resolve(".git"));
        Files.createDirectories(project.resolve("src"));
    }

    private static SetupStatus done(String digest) {
        return SetupStatus.begun(digest, 1, 1).ended(SetupState.DONE, 2, null, null);
    }

    private Environment needs() {
        return new Environment(
                List.of(),
                List.of(),
                List.of("install"),
                List.of(),
                List.of(),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(),
                List.of(),
                List.of(),
                List.of(accepted),
                null);
    }

    private EnvironmentProposal proposal(@Nullable String agent) {
        boolean own = "mine".equals(agent);
        AcceptedEnvironment accepted = state == EnvironmentState.ACCEPTED || state == EnvironmentState.CHANGED
                ? new AcceptedEnvironment(project.toString(), null, "d1", 1, needs(), List.of(), List.of())
                : null;
        return new EnvironmentProposal(
                project.toString(),
                null,
                "",
                "d1",
                own ? state : EnvironmentState.NONE,
                own ? needs() : Environment.EMPTY,
                List.of(new EnvironmentItem(
                        "run:install",
                        EnvironmentSection.RUNS,
                        EnvironmentChange.ADDED,
                        "install",
                        null,
                        null,
                        null,
                        false)),
                List.of(),
                null,
                accepted);
    }

    private Sandbox sandbox(String name, Path of, SandboxState now, long since) {
        Sandbox plain = Saved.sandbox(name, name, null);
        return new Sandbox(
                name,
                new SandboxSpec(name, of.toString(), "microvm", plain.spec().limits(), false, name.startsWith("once")),
                new SandboxStatus(now, since, List.of(), null, null, List.of(), true, 0, setup),
                plain.acceleration(),
                0,
                null,
                null,
                null,
                null);
    }

    private ScriptedClient client() {
        return new ScriptedClient()
                .on(EnvironmentApi.AGENTS, (_, _) -> new CodingAgentList("mine", List.of(info())))
                .on(EnvironmentApi.AGENT, (name, _) -> profile(name))
                .on(EnvironmentApi.PROPOSAL, (_, request) -> proposal(request.agent()))
                .on(EnvironmentApi.ACCEPT, (_, request) -> {
                    calls.add("accept %s %s".formatted(request.digest(), request.agent()));
                    state = EnvironmentState.ACCEPTED;
                    return proposal("mine");
                })
                .on(SandboxApi.LIST, (_, _) -> List.copyOf(sandboxes))
                .on(
                        SandboxApi.GET,
                        (id, _) -> sandboxes.stream()
                                .filter(each -> each.id().equals(id))
                                .findFirst()
                                .orElseThrow(() -> refused(ProblemCode.NOT_FOUND)))
                .on(SandboxApi.CREATE, (_, request) -> {
                    calls.add("create %s%s%s"
                            .formatted(
                                    Path.of(request.path()).getFileName(),
                                    request.oneShot() ? " once" : "",
                                    request.networkMode() == null ? "" : " " + request.networkMode()));
                    Sandbox made = sandbox(
                            request.oneShot() ? "once" : "new", Path.of(request.path()), SandboxState.RUNNING, 9);
                    sandboxes.add(made);
                    return made;
                })
                .on(SandboxApi.START, (id, _) -> {
                    calls.add("start " + id);
                    Sandbox now = sandbox(id, project, SandboxState.RUNNING, 9);
                    sandboxes.replaceAll(each -> each.id().equals(id) ? now : each);
                    return now;
                })
                .on(SandboxApi.RENEW, (_, _) -> Empty.NOTHING)
                .on(SandboxApi.DISCARD, (id, _) -> {
                    calls.add("discard " + id);
                    return Empty.NOTHING;
                })
                .on(
                        SetupApi.REPORT,
                        (_, _) -> new SetupReport(
                                setup, state == EnvironmentState.ACCEPTED ? "d1" : null, "", true, List.of()))
                .on(SetupApi.BEGIN, (id, _) -> {
                    calls.add("setup " + id);
                    setup = done("d1");
                    sandboxes.replaceAll(each -> sandbox(each.id(), project, SandboxState.RUNNING, 9));
                    return done("d1");
                })
                .on(EnvironmentApi.START_AGENT, (id, request) -> {
                    calls.add("agent %s %s".formatted(id, request.arguments()));
                    return new StartedCodingAgent("mine", tab, false, List.of("mine"), List.of("~/a"));
                })
                .on(EnvironmentApi.PROMPT_AGENT, (id, request) -> {
                    calls.add("prompt %s %s %s".formatted(id, request.text(), request.arguments()));
                    return new CodingAgentCommand("mine", program);
                })
                .commands((command, listener) -> {
                    calls.add("exec " + String.join(" ", command.argv()));
                    return LocalCommand.start(command, listener);
                });
    }

    private CodingAgentInfo info() {
        return new CodingAgentInfo(
                "mine",
                "My agent",
                List.of(),
                secret,
                "MINE_KEY",
                List.of("api.example.org"),
                "From example.org.",
                false,
                null,
                null);
    }

    private static AgentProfile profile(String name) throws AgentException {
        return switch (name) {
            case "mine" -> new AgentProfile(MINE, Environment.EMPTY, null);
            case "shell" ->
                new AgentProfile(
                        new CodingAgent(
                                "shell",
                                "Shell",
                                List.of("sh"),
                                List.of(),
                                null,
                                null,
                                List.of(),
                                List.of(),
                                List.of(),
                                StateSource.NONE),
                        Environment.EMPTY,
                        null);
            default -> throw refused(new ProblemCode("codingagent.not-found", 404));
        };
    }

    private static AgentException refused(ProblemCode code) {
        return new AgentException(Problem.of(code, "no", "no", null), null);
    }

    private int run(String... words) {
        return Belljar.run(
                CommandSession.with(
                        client(),
                        question -> {
                            questions.add(question);
                            return answers.poll();
                        },
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)),
                words);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void newProjectIsAskedAboutOnceThenTheAgentStarts() {
        answers.add("y");
        assertThat(run("run", "mine", project.toString(), "--detach", "--", "--model", "-x"))
                .isZero();
        assertThat(questions).containsExactly("Accept this environment for all sandboxes of the project? [y/N] ");
        assertThat(out()).contains("My agent in the sandboxes of " + project, "+ install");
        assertThat(calls).containsExactly("accept d1 mine", "create shop", "agent new [--model, -x]");
        assertThat(out()).endsWith("mine started in new. Attach with: belljar run mine --sandbox new\n");
        assertThat(err()).contains("~/a in the sandbox was changed there");
    }

    @Test
    void refusalChangesNothing() {
        answers.add("n");
        assertThat(run("run", "mine", project.toString(), "--detach")).isEqualTo(4);
        assertThat(calls).isEmpty();
        assertThat(err()).contains("My agent was not accepted", "[codingagent.not-accepted]");
    }

    @Test
    void withoutATerminalNothingIsAcceptedUnasked() {
        assertThat(run("run", "mine", project.toString(), "--detach")).isEqualTo(4);
        assertThat(calls).isEmpty();
        assertThat(err()).contains("Use --yes to accept it");
    }

    @Test
    void yesAcceptsWhatIsShown() {
        assertThat(run("run", "mine", project.toString(), "--detach", "--yes")).isZero();
        assertThat(out()).contains("+ install");
        assertThat(calls).startsWith("accept d1 mine");
        assertThat(questions).isEmpty();
    }

    @Test
    void acceptedAgentIsNotAskedAboutAgain() {
        state = EnvironmentState.ACCEPTED;
        sandboxes.add(sandbox("shop", project, SandboxState.RUNNING, 1));
        assertThat(run("run", "mine", project.toString(), "--detach")).isZero();
        assertThat(calls).containsExactly("agent shop []");
    }

    @Test
    void changeOfTheProjectAloneDoesNotHoldUpTheAgent() {
        state = EnvironmentState.CHANGED;
        sandboxes.add(sandbox("shop", project, SandboxState.RUNNING, 1));
        assertThat(run("run", "mine", project.toString(), "--detach")).isZero();
        assertThat(err()).contains("not in effect; what you accepted earlier stays in effect");
    }

    @Test
    void missingSecretIsExplainedAndAskedAbout() {
        state = EnvironmentState.ACCEPTED;
        secret = CredentialState.MISSING;
        assertThat(run("run", "mine", project.toString(), "--detach")).isEqualTo(4);
        assertThat(calls).isEmpty();
        assertThat(questions).containsExactly("Start My agent without it? [y/N] ");
        assertThat(err()).contains("`belljar login mine` stores it. From example.org.");
        answers.add("y");
        assertThat(run("run", "mine", project.toString(), "--detach")).isZero();
    }

    @Test
    void secretThatWasLeftOutIsNotAskedFor() {
        state = EnvironmentState.ACCEPTED;
        secret = CredentialState.MISSING;
        accepted = MINE.withoutCredential();
        assertThat(run("run", "mine", project.toString(), "--detach")).isZero();
        assertThat(questions).isEmpty();
    }

    @Test
    void promptReturnsTheExitCodeOfTheAgent() {
        state = EnvironmentState.ACCEPTED;
        program = List.of("/bin/sh", "-c", "echo did it; exit 7");
        assertThat(run("run", "mine", project.toString(), "-p", "Fix it", "--", "--json"))
                .isEqualTo(7);
        assertThat(calls).contains("prompt new Fix it [--json]");
    }

    @Test
    void promptThatCannotRunEndsWith125() {
        state = EnvironmentState.INVALID;
        assertThat(run("run", "mine", project.toString(), "-p", "Fix it")).isEqualTo(125);
    }

    @Test
    void unknownAgentIsNotFound() {
        assertThat(run("run", "theirs", project.toString(), "--detach")).isEqualTo(3);
    }

    @Test
    void preferredAgentAndTheProjectAroundAFolderAreUsed() {
        state = EnvironmentState.ACCEPTED;
        assertThat(run("run", project.resolve("src").toString(), "--detach")).isZero();
        assertThat(calls).containsExactly("create shop", "agent new []");
    }

    @Test
    void mostRecentlyUsedSandboxIsUsedAndNamed() {
        state = EnvironmentState.ACCEPTED;
        sandboxes.add(sandbox("old", project, SandboxState.STOPPED, 1));
        sandboxes.add(sandbox("recent", project, SandboxState.STOPPED, 5));
        sandboxes.add(sandbox("other", temp, SandboxState.RUNNING, 8));
        sandboxes.add(sandbox("once", project, SandboxState.RUNNING, 9));
        sandboxes.add(sandbox("template-0123456789ab", project, SandboxState.RUNNING, 9));
        assertThat(run("run", "mine", project.toString(), "--detach")).isZero();
        assertThat(calls).containsExactly("start recent", "agent recent []");
        assertThat(err()).contains("Using the most recently used sandbox, recent. Others of this project: old");
    }

    @Test
    void runningSandboxIsUsedBeforeAStoppedOne() {
        state = EnvironmentState.ACCEPTED;
        sandboxes.add(sandbox("running", project, SandboxState.RUNNING, 1));
        sandboxes.add(sandbox("stopped", project, SandboxState.STOPPED, 5));
        assertThat(run("run", "mine", project.toString(), "--detach")).isZero();
        assertThat(calls).containsExactly("agent running []");
    }

    @Test
    void sandboxOfAnotherProjectIsNotUsed() {
        state = EnvironmentState.ACCEPTED;
        sandboxes.add(sandbox("other", temp, SandboxState.RUNNING, 8));
        assertThat(run("run", "mine", project.toString(), "--sandbox", "other", "--detach"))
                .isEqualTo(4);
        assertThat(err()).contains("sandbox other belongs to another project");
    }

    @Test
    void newSandboxIsMadeBesideAnother() {
        state = EnvironmentState.ACCEPTED;
        sandboxes.add(sandbox("shop", project, SandboxState.RUNNING, 1));
        assertThat(run("run", "mine", project.toString(), "--new", "--network", "ask", "--detach"))
                .isZero();
        assertThat(calls).contains("create shop ASK");
    }

    @Test
    void networkModeOfAnExistingSandboxIsNotChanged() {
        state = EnvironmentState.ACCEPTED;
        sandboxes.add(sandbox("shop", project, SandboxState.RUNNING, 1));
        assertThat(run("run", "mine", project.toString(), "--network", "ask", "--detach"))
                .isEqualTo(1);
        assertThat(err()).contains("Use --new, or `belljar policy set shop ask`");
    }

    @Test
    void otherEnvironmentIsSetUpFirst() {
        state = EnvironmentState.ACCEPTED;
        setup = done("d0");
        sandboxes.add(sandbox("shop", project, SandboxState.RUNNING, 1));
        assertThat(run("run", "mine", project.toString(), "--detach")).isZero();
        assertThat(calls).containsExactly("setup shop", "agent shop []");
    }

    @Test
    void shellNeedsNoSetup() {
        setup = null;
        sandboxes.add(sandbox("shop", project, SandboxState.RUNNING, 1));
        assertThat(run("run", "shell", project.toString(), "--detach")).isZero();
        assertThat(calls).containsExactly("agent shop []");
    }

    @Test
    void sessionWithoutTabsIsAProblemWhenDetached() {
        state = EnvironmentState.ACCEPTED;
        tab = null;
        assertThat(run("run", "mine", project.toString(), "--detach")).isEqualTo(1);
    }

    @Test
    void oneShotReturnsTheCodeAndLeavesNothing() {
        assertThat(run("run", "--rm", "--network", "registries", project.toString(), "--", "/bin/sh", "-c", "exit 9"))
                .isEqualTo(9);
        assertThat(calls).containsExactly("create shop once REGISTRIES", "exec /bin/sh -c exit 9", "discard once");
    }

    @Test
    void oneShotIsDeletedWhenItsSetupFails() {
        state = EnvironmentState.ACCEPTED;
        setup = SetupStatus.begun("d1", 1, 1).ended(SetupState.FAILED, 2, 1, "it failed");
        assertThat(run("run", "--rm", project.toString(), "--", "true")).isEqualTo(125);
        assertThat(calls).containsExactly("create shop once", "discard once");
        assertThat(err()).contains("The setup of once failed: it failed", "[setup.failed]");
    }

    @Test
    void oneShotWithJsonReportsTheOutput() throws Exception {
        assertThat(run("run", "--rm", "--json", project.toString(), "--", "/bin/sh", "-c", "echo out; exit 3"))
                .isEqualTo(3);
        assertThat(out()).contains("\"code\" : 3", "\"stdout\" : \"out\\n\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --rm                                | --rm: the command is missing; write it after --",
                "run --rm claude -- true                 | --rm takes no AGENT",
                "run --rm --detach -- true               | --rm cannot be combined with",
                "run claude --sandbox a --new            | --sandbox and --new cannot be combined",
                "run claude -p x --detach                | --prompt and --detach cannot be combined",
                "run claude --json                       | --json can only be used with",
                "run claude --sandbox a/b                | sandbox \"a/b\": expected a name or an id",
                "run claude . extra                      | unexpected argument \"extra\"",
            })
    void wrongUsageIsRefusedBeforeAnythingIsDone(String words, String message) {
        java.io.PrintStream before = System.err;
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            assertThat(run(words.split(" "))).isEqualTo(2);
        } finally {
            System.setErr(before);
        }
        assertThat(err()).contains(message);
        assertThat(calls).isEmpty();
    }

    @Test
    void withoutATerminalTheAgentIsNotStarted() {
        state = EnvironmentState.ACCEPTED;
        assertThat(run("run", "mine", project.toString())).isEqualTo(1);
        assertThat(calls).isEmpty();
        assertThat(err()).contains("standard input is not a terminal");
    }
}
