package dev.belljar.agent.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.environment.EnvironmentService;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.setup.SetupGuest;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import dev.belljar.contract.environment.PackageManager;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.request.session.ExecCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which commands of a sandbox get the variables of its project's accepted environment.
class ProjectVariablesTest {
    @TempDir
    private Path temp;

    private final SetupGuest guest = new SetupGuest();
    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        host.openers().guestRuns(guest);
    }

    @AfterEach
    void close() {
        host.close();
    }

    private void accept(EnvironmentVariable... variables) {
        accept(List.of(), List.of(), variables);
    }

    private void accept(List<EnvironmentPackage> packages, List<String> setup, EnvironmentVariable... variables) {
        Environment environment = new Environment(
                List.of(),
                packages,
                setup,
                List.of(),
                List.of(),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(),
                List.of(),
                List.of(variables));
        host.accepts(project -> Optional.of(
                new AcceptedEnvironment(project.toString(), null, "d1", 1, environment, List.of(), List.of())));
    }

    private Map<String, String> exec(String id, ExecCommand command) throws Exception {
        host.api().access().guests().exec(id, command);
        return guest.commands().reversed().stream()
                .filter(started -> started.argv().equals(command.argv()))
                .findFirst()
                .orElseThrow()
                .env();
    }

    private long settings() {
        return guest.commands().stream()
                .filter(command -> command.argv().equals(AgentScripts.argv("variables")))
                .peek(command -> assertThat(command.user()).isEqualTo("root"))
                .count();
    }

    @Test
    void aCommandGetsTheVariablesThatAreAcceptedNow() throws Exception {
        accept(new EnvironmentVariable("NODE_ENV", "test"));
        String id = host.running();
        assertThat(exec(id, ExecCommand.of("true"))).containsEntry("NODE_ENV", "test");
        accept(new EnvironmentVariable("NODE_ENV", "production"));
        assertThat(exec(id, ExecCommand.of("true"))).containsEntry("NODE_ENV", "production");
    }

    @Test
    void variablesOfTheCommandTakePrecedence() throws Exception {
        accept(new EnvironmentVariable("NODE_ENV", "test"));
        ExecCommand own = new ExecCommand(List.of("true"), null, Map.of("NODE_ENV", "own"), null, false, 0, 0, 0);
        assertThat(exec(host.running(), own)).containsEntry("NODE_ENV", "own");
    }

    @Test
    void variablesThatBelljarSetsTakePrecedence() throws Exception {
        accept(new EnvironmentVariable("API_KEY", "mine"), new EnvironmentVariable("SSL_CERT_FILE", "/mine"));
        host.api().policies().keepSecret(new KeepSecret("API_KEY", "value"));
        host.api().policies().bind("API_KEY", "api.example.org", false, null);
        assertThat(exec(host.running(), ExecCommand.of("true")))
                .hasEntrySatisfying("API_KEY", value -> assertThat(value).startsWith("belljar-secret-"))
                .hasEntrySatisfying("SSL_CERT_FILE", value -> assertThat(value).startsWith("/etc/ssl/"));
    }

    @Test
    void inASetupOnlyTheCommandsOfTheProjectGetThem() throws Exception {
        accept(
                List.of(new EnvironmentPackage(PackageManager.APT, "hello", null)),
                List.of("make deps"),
                new EnvironmentVariable("PATH", "/nowhere"));
        host.running();
        SandboxFixture.until(() -> guest.setUp().contains("make deps"));
        assertThat(guest.setUp()).contains("belljar-apt-install hello");
        assertThat(guest.commands().stream().filter(command -> command.env().containsKey("PATH")))
                .extracting(command -> command.argv().getLast())
                .containsExactly("make deps");
    }

    @Test
    void eachStartSetsThemInTheGuest() throws Exception {
        accept(new EnvironmentVariable("NODE_ENV", "test"));
        String id = host.running();
        assertThat(settings()).isEqualTo(1);
        host.stop(id);
        host.start(id);
        assertThat(settings()).isEqualTo(2);
    }

    @Test
    void aProjectWithoutAnEnvironmentNeedsNoCommand() throws Exception {
        host.running();
        assertThat(settings()).isZero();
    }

    @Test
    void anAcceptedChangeIsSetInRunningSandboxesAtOnce() throws Exception {
        accept(new EnvironmentVariable("NODE_ENV", "test"));
        String id = host.running();
        String project = host.record(id).spec().project();
        Files.createDirectories(Path.of(project, ".belljar"));
        Files.writeString(Path.of(project, ".belljar/machine.toml"), "[env]\nNODE_ENV = \"test\"\n");
        EnvironmentService environments = host.api().configuration().environments();
        environments.accept(
                new AcceptEnvironment(project, environments.proposal(project).digest(), List.of(), List.of()));
        assertThat(settings()).isEqualTo(2);
    }

    @Test
    void anEnvironmentThatCannotBeReadLeavesTheSandboxUsable() throws Exception {
        accept(new EnvironmentVariable("NODE_ENV", "test"));
        String id = host.running();
        host.accepts(_ -> {
            throw new SandboxException(ProblemCode.BAD_REQUEST, "damaged", null);
        });
        assertThat(exec(id, ExecCommand.of("true"))).doesNotContainKey("NODE_ENV");
    }
}
