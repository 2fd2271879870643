package dev.belljar.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ReadProposal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that what a coding agent needs is part of what the user is shown and accepts, and nothing else.
class AgentProposalTest {
    private static final String MINE = """
            title = "My agent"
            command = ["mine"]
            note = "~/NOTE.md"
            profiles = ["node"]
            setup = ["install-mine"]
            [packages]
            npm = ["mine@2.0.0", "left@1.0.0"]
            [network]
            always = ["api.example.org"]
            [env]
            MINE = "1"
            OURS = "agent"
            [credential]
            variable = "MINE_KEY"
            hosts = ["api.example.org"]
            """;
    private static final String FILE = """
            profiles = ["node@20"]
            setup = ["npm ci"]
            [packages]
            npm = ["left@0.9.0"]
            [env]
            OURS = "project"
            """;

    @TempDir
    private Path folder;

    private Path project;
    private Path agents;
    private AuditLog audit;
    private EnvironmentService service;

    @BeforeEach
    void open() throws Exception {
        project = Files.createDirectories(folder.resolve("shop"));
        agents = Files.createDirectories(folder.resolve("agents"));
        Files.writeString(agents.resolve("mine.toml"), MINE);
        audit = AuditLog.open(folder.resolve("audit"), InstantSource.system());
        service = EnvironmentService.open(
                folder.resolve("data"), folder, AgentProfileStore.in(agents), audit, InstantSource.system());
    }

    @AfterEach
    void close() {
        audit.close();
    }

    private void propose(String toml) throws Exception {
        Files.createDirectories(project.resolve(".belljar"));
        Files.writeString(project.resolve(".belljar/machine.toml"), toml);
    }

    private EnvironmentProposal proposal(String agent) throws Exception {
        return service.proposal(new ReadProposal(project.toString(), agent));
    }

    private EnvironmentProposal proposal() throws Exception {
        return service.proposal(project.toString());
    }

    private EnvironmentProposal accept(String agent, String... without) throws Exception {
        String digest = proposal(agent).digest();
        return service.accept(new AcceptEnvironment(project.toString(), digest, List.of(without), List.of(), agent));
    }

    @Test
    void agentIsProposedWithEverythingThatItNeeds() throws Exception {
        EnvironmentProposal shown = proposal("mine");
        assertThat(shown.state()).isEqualTo(EnvironmentState.PROPOSED);
        assertThat(shown.items())
                .extracting(EnvironmentItem::id)
                .containsExactly(
                        "agent:mine",
                        "profile:node",
                        "npm:mine",
                        "npm:left",
                        "run:install-mine",
                        "name:api.example.org",
                        "secret:mine",
                        "env:MINE",
                        "env:OURS");
        assertThat(shown.items().getFirst().words()).isEqualTo("agent My agent: mine");
        assertThat(shown.items().getFirst().note()).isEqualTo("creates ~/NOTE.md in the sandbox");
        assertThat(shown.items().get(6).words()).isEqualTo("secret MINE_KEY for api.example.org");
        assertThat(proposal().state()).as("nothing is in effect").isEqualTo(EnvironmentState.NONE);
    }

    @Test
    void projectDecidesWhereBothDiffer() throws Exception {
        propose(FILE);
        Environment both = proposal("mine").environment();
        assertThat(both.packages())
                .extracting(one -> one.name() + " " + one.version())
                .containsExactly("left 0.9.0", "mine 2.0.0");
        assertThat(both.variables())
                .extracting(each -> each.name() + "=" + each.value())
                .containsExactly("OURS=project", "MINE=1");
        assertThat(both.versions())
                .extracting(Environment.ProfileVersion::version)
                .containsExactly("20");
        assertThat(both.setup()).containsExactly("npm ci", "install-mine");
    }

    @Test
    void acceptedAgentStaysPartOfTheProposal() throws Exception {
        assertThat(accept("mine").state()).isEqualTo(EnvironmentState.ACCEPTED);
        assertThat(proposal().state()).isEqualTo(EnvironmentState.ACCEPTED);
        assertThat(proposal("mine").state()).isEqualTo(EnvironmentState.ACCEPTED);
        AcceptedEnvironment accepted = service.of(project).orElseThrow();
        assertThat(accepted.environment().agent("mine"))
                .map(CodingAgent::command)
                .contains(List.of("mine"));
        propose("setup = [\"make\"]");
        assertThat(proposal().state()).isEqualTo(EnvironmentState.CHANGED);
        assertThat(proposal().items())
                .filteredOn(item -> item.change() != EnvironmentChange.SAME)
                .extracting(EnvironmentItem::id)
                .containsExactly("run:make");
    }

    @Test
    void secondAgentIsAddedToTheFirst() throws Exception {
        Files.writeString(
                agents.resolve("other.toml"), "command = [\"other\"]\n[network]\nalways = [\"b.example.org\"]");
        accept("mine");
        accept("other");
        assertThat(service.of(project).orElseThrow().environment().agents())
                .extracting(CodingAgent::name)
                .containsExactlyInAnyOrder("mine", "other");
    }

    @Test
    void changedProfileIsAskedAbout() throws Exception {
        accept("mine");
        Files.writeString(agents.resolve("mine.toml"), MINE.replace("api.example.org", "evil.example.org"));
        EnvironmentProposal changed = proposal("mine");
        assertThat(changed.state()).isEqualTo(EnvironmentState.CHANGED);
        assertThat(service.of(project).orElseThrow().environment().names())
                .as("what was accepted stays in effect")
                .containsExactly("api.example.org");
    }

    @Test
    void acceptanceIsForTheProfileThatWasShown() throws Exception {
        String digest = proposal("mine").digest();
        Files.writeString(agents.resolve("mine.toml"), MINE.replace("api.example.org", "evil.example.org"));
        assertThatThrownBy(() ->
                        service.accept(new AcceptEnvironment(project.toString(), digest, List.of(), List.of(), "mine")))
                .hasMessageContaining("has changed since it was shown");
        assertThat(service.of(project)).isEmpty();
    }

    @Test
    void proposalWithAnAgentIsNotAcceptedWithoutIt() throws Exception {
        String digest = proposal("mine").digest();
        assertThatThrownBy(
                        () -> service.accept(new AcceptEnvironment(project.toString(), digest, List.of(), List.of())))
                .hasMessageContaining("has changed since it was shown");
    }

    @Test
    void secretIsLeftOutAlone() throws Exception {
        accept("mine", "secret:mine");
        CodingAgent agent =
                service.of(project).orElseThrow().environment().agents().getFirst();
        assertThat(agent.credential()).isNull();
    }

    @Test
    void removedProfileIsNoLongerProposed() throws Exception {
        accept("mine");
        Files.delete(agents.resolve("mine.toml"));
        assertThat(proposal().state()).isEqualTo(EnvironmentState.CHANGED);
        assertThat(proposal().items())
                .allSatisfy(item -> assertThat(item.change()).isEqualTo(EnvironmentChange.REMOVED));
    }

    @Test
    void projectNamesItsAgent() throws Exception {
        propose("agent = \"mine\"");
        assertThat(proposal().environment().agents())
                .extracting(CodingAgent::name)
                .containsExactly("mine");
        assertThat(service.preferredAgent(project.toString())).isEqualTo("mine");
    }

    @Test
    void unknownAgentOfAProjectIsIgnoredVisibly() throws Exception {
        propose("agent = \"theirs\"\nsetup = [\"make\"]");
        assertThat(proposal().state()).isEqualTo(EnvironmentState.PROPOSED);
        assertThat(proposal().ignored()).containsExactly("agent theirs: this computer has no such profile");
    }

    @Test
    void agentThatWasStartedLastIsPreferred() throws Exception {
        assertThat(service.preferredAgent(project.toString())).isEqualTo("shell");
        service.started(project, "mine");
        assertThat(service.preferredAgent(project.toString())).isEqualTo("mine");
        assertThat(service.decided(project)).as("nothing was accepted").isFalse();
    }

    @Test
    void agentThatNeedsNothingIsNotProposed() throws Exception {
        assertThat(proposal("shell").state()).isEqualTo(EnvironmentState.NONE);
    }
}
