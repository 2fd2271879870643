package dev.belljar.agent.codingagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.environment.CodingAgent.AgentFile;
import dev.belljar.contract.environment.CodingAgent.StateSource;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.policy.SecretBinding;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.codingagent.PromptCodingAgent;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.view.codingagent.CodingAgentCommand;
import dev.belljar.contract.view.codingagent.CodingAgentInfo;
import dev.belljar.contract.view.codingagent.CredentialState;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that an agent is started as it was accepted, that its secret is used only where that was accepted,
/// and that the guest gets no more than a placeholder.
class CodingAgentServiceTest {
    @TempDir
    private Path temp;

    private final AgentGuest guest = new AgentGuest();
    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        host.openers().guestRuns(guest);
        host.accepts(project -> Optional.of(new AcceptedEnvironment(
                project.toString(), null, "d1", 1, environment(agent(credential())), List.of(), List.of())));
    }

    @AfterEach
    void close() {
        host.close();
    }

    private static AgentCredential credential() {
        return new AgentCredential("MINE_KEY", List.of("api.example.org"), null, null);
    }

    private static CodingAgent agent(@Nullable AgentCredential credential) {
        return new CodingAgent(
                "mine",
                "My agent",
                List.of("mine", "--fast"),
                List.of("mine", "-p", CodingAgent.PROMPT),
                credential,
                "~/NOTE.md",
                List.of(new AgentFile("~/.mine.json", "{\"key\": \"{key-tail}\"}")),
                List.of(),
                List.of(),
                StateSource.NONE);
    }

    private static Environment environment(CodingAgent agent) {
        return new Environment(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of("api.example.org"),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(),
                List.of(),
                List.of(),
                List.of(agent),
                null);
    }

    private CodingAgentService agents() throws BelljarException, InterruptedException {
        return host.api().access().agents().codingAgents();
    }

    private SecretInfo secret() throws Exception {
        return host.api().policies().secrets().getFirst();
    }

    private String setUp() throws Exception {
        String id = host.running();
        SandboxFixture.until(() -> {
            SetupStatus now = host.record(id).setup();
            return now != null && now.state() == SetupState.DONE;
        });
        return id;
    }

    @Test
    void agentIsNotStartedBeforeItIsSetUp() throws Exception {
        String id = setUp();
        host.accepts(project -> Optional.of(new AcceptedEnvironment(
                project.toString(), null, "d2", 1, environment(agent(credential())), List.of(), List.of())));
        assertThatThrownBy(() -> agents().start(id, "mine", List.of()))
                .isInstanceOfSatisfying(
                        CodingAgentException.class,
                        e -> assertThat(e.code()).isEqualTo(CodingAgentException.NOT_SET_UP));
        assertThat(guest.files()).isEmpty();
    }

    @Test
    void acceptedAgentStartsInATabWithTheArguments() throws Exception {
        String id = setUp();
        StartedCodingAgent started = agents().start(id, "mine", List.of("--model", "m 1"));
        assertThat(started.tab()).isEqualTo("mine");
        assertThat(started.running()).isFalse();
        assertThat(guest.tab()).endsWith("belljar-agent", "My agent", "mine", "--fast", "--model", "m 1");
        assertThat(guest.tabVariables()).containsEntry("BELLJAR_TAB", "mine").containsEntry("BELLJAR_BY", "tmux");
        assertThat(host.api()
                        .configuration()
                        .environments()
                        .preferredAgent(temp.resolve("shop").toString()))
                .isEqualTo("mine");
    }

    @Test
    void runningAgentIsNotStartedAgain() throws Exception {
        String id = setUp();
        guest.tabs("running");
        assertThat(agents().start(id, "mine", List.of()).running()).isTrue();
    }

    @Test
    void machineWithoutTabsGivesTheCommand() throws Exception {
        String id = setUp();
        guest.tabs("");
        StartedCodingAgent started = agents().start(id, "mine", List.of());
        assertThat(started.tab()).isNull();
        assertThat(started.command())
                .containsExactly("/bin/bash", "-lc", "exec \"$@\"", "belljar-agent", "mine", "--fast");
    }

    @Test
    void agentThatWasNotAcceptedIsRefused() throws Exception {
        String id = setUp();
        assertThatThrownBy(() -> agents().start(id, "claude", List.of()))
                .isInstanceOfSatisfying(
                        CodingAgentException.class,
                        e -> assertThat(e.code()).isEqualTo(CodingAgentException.NOT_ACCEPTED))
                .hasMessageContaining("Claude Code has not been accepted for the project");
        assertThat(guest.files()).isEmpty();
        assertThat(guest.tab()).isEmpty();
    }

    @Test
    void shellNeedsNoAcceptance() throws Exception {
        String id = setUp();
        assertThat(agents().start(id, "shell", List.of()).tab()).isEqualTo("shell");
        assertThat(guest.files()).isEmpty();
    }

    @Test
    void secretIsBoundInThisSandboxOnlyAndTheGuestGetsItsPlaceholder() throws Exception {
        String id = setUp();
        host.api().policies().keepSecret(new KeepSecret("MINE_KEY", "the-real-value"));
        agents().start(id, "mine", List.of());
        assertThat(secret().places()).containsExactly(new SecretBinding("api.example.org", false, id));
        assertThat(guest.files()).hasSize(2);
        String json = guest.files().get("/home/agent/.mine.json");
        assertThat(json).matches("\\{\"key\": \"[0-9a-f]{20}\"}");
        assertThat(guest.everything()).doesNotContain("the-real-value");
        agents().start(id, "mine", List.of());
        assertThat(secret().places()).as("it is bound once").hasSize(1);
    }

    @Test
    void bindingForEverySandboxIsEnough() throws Exception {
        String id = setUp();
        host.api().policies().keepSecret(new KeepSecret("MINE_KEY", "the-real-value"));
        host.api().policies().bind("MINE_KEY", "api.example.org", false, null);
        agents().start(id, "mine", List.of());
        assertThat(secret().places()).containsExactly(new SecretBinding("api.example.org", false, null));
    }

    @Test
    void bindingsOfSandboxesThatAreGoneMakeRoom() throws Exception {
        String id = setUp();
        host.api().policies().keepSecret(new KeepSecret("MINE_KEY", "the-real-value"));
        for (int i = 0; i < 30; i++) {
            host.dependencies().egress().secrets().bind("MINE_KEY", "api.example.org", false, "gone" + i);
        }
        agents().start(id, "mine", List.of());
        assertThat(secret().places()).containsExactly(new SecretBinding("api.example.org", false, id));
    }

    @Test
    void agentWithoutItsSecretStartsWithoutAPlaceholder() throws Exception {
        String id = setUp();
        agents().start(id, "mine", List.of());
        assertThat(guest.files()).containsEntry("/home/agent/.mine.json", "{\"key\": \"\"}");
    }

    @Test
    void changedFilesAreReported() throws Exception {
        String id = setUp();
        guest.keeps("/home/agent/NOTE.md");
        assertThat(agents().start(id, "mine", List.of()).kept()).containsExactly("~/NOTE.md");
    }

    @Test
    void promptIsOneArgumentWhateverItContains() throws Exception {
        String id = setUp();
        String text = "Fix $(this); --yes\n\"now\"";
        CodingAgentCommand command = agents().prompt(id, "mine", new PromptCodingAgent(text, List.of("--json")));
        assertThat(command.argv())
                .containsExactly("/bin/bash", "-lc", "exec \"$@\"", "belljar-agent", "mine", "-p", text, "--json");
        assertThatThrownBy(() -> agents().prompt(id, "mine", new PromptCodingAgent(" ", List.of())))
                .hasMessageContaining("the prompt: expected");
        assertThatThrownBy(() -> agents().prompt(id, "mine", new PromptCodingAgent("a\0b", List.of())))
                .hasMessageContaining("the prompt: expected");
    }

    @Test
    void listSaysWhichSecretsAreStored() throws Exception {
        host.api().policies().keepSecret(new KeepSecret("ANTHROPIC_API_KEY", "the-real-value"));
        Path own = Files.createDirectories(temp.resolve(".config/belljar/agents"));
        Files.writeString(own.resolve("broken.toml"), "comand = []");
        List<CodingAgentInfo> all = agents().list(null).agents();
        assertThat(all)
                .extracting(CodingAgentInfo::name)
                .containsExactly("aider", "broken", "claude", "codex", "gemini", "opencode", "shell");
        assertThat(all)
                .filteredOn(each -> each.credential() == CredentialState.STORED)
                .extracting(CodingAgentInfo::name)
                .containsExactly("claude", "opencode");
        assertThat(all.get(1).problem()).contains("broken.toml: line 1: unknown key comand");
        assertThat(all.get(3).installs()).containsExactly("npm @openai/codex 0.169.0");
    }
}
