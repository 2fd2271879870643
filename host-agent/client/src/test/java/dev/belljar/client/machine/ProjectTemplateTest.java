package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.AgentException;
import dev.belljar.client.environment.MachineFile;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.TemplateApi;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.environment.RefreshTemplate;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests with real machines that an environment is set up once for all sandboxes of a project, that nothing which
/// the setup started is in them, and that a template which does not fit or is not complete is never used.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ProjectTemplateTest {
    private static final Duration MADE = Duration.ofMinutes(15);
    private static final String TOKEN = "mkdir -p made && md5sum < /proc/sys/kernel/random/uuid > made/token";
    private static final Instant OLD = Instant.parse("2001-02-03T04:05:06.123456789Z");
    private static final String GREET = "printf %s \"$GREETING\" > made/greeting";
    private static final String LEFT = "setsid nohup sleep 86397 > /dev/null 2>&1 &";

    private final AgentUnderTest agent;
    private final TestProject project;
    private RunningMachine first;
    private String template = "";

    ProjectTemplateTest() throws IOException, InterruptedException {
        agent = new AgentUnderTest();
        project = TestProject.in(agent.folder(), "shop");
        first = new RunningMachine(agent, "");
    }

    @BeforeAll
    void open() throws Exception {
        Files.writeString(project.folder().resolve("go.sum"), "one\n");
        Files.writeString(project.folder().resolve("changes"), "one\n");
        Files.writeString(project.folder().resolve(".git/info/exclude"), ".belljar/\n");
        Files.writeString(project.folder().resolve(".gitignore"), "made/\n");
        for (String file : List.of("README.md", ".gitignore")) {
            Files.setLastModifiedTime(project.folder().resolve(file), FileTime.from(OLD));
        }
        agent.set("BELLJAR_PROJECT_TEMPLATES", "request");
        agent.start();
        accept("it's one");
    }

    private void accept(String greeting) throws Exception {
        Files.deleteIfExists(project.folder().resolve(MachineFile.NAME));
        Path _ = MachineFile.write(
                project.folder(),
                MachineFile.text(new Environment(
                        List.of(),
                        List.of(),
                        List.of(TOKEN, GREET, LEFT, "pgrep -x -f 'sleep 86397'"),
                        List.of(),
                        List.of(),
                        List.of(),
                        new EnvironmentLimits(1024, 2, 4096),
                        List.of(),
                        List.of(),
                        List.of(new EnvironmentVariable("GREETING", greeting)))));
        EnvironmentProposal proposed = agent.client().call(EnvironmentApi.PROPOSAL, ReadProposal.of(folder()));
        EnvironmentProposal _ = agent.client()
                .call(EnvironmentApi.ACCEPT, new AcceptEnvironment(folder(), proposed.digest(), List.of(), List.of()));
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    private String folder() {
        return project.folder().toString();
    }

    private String begin() throws Exception {
        return agent.client()
                .call(TemplateApi.REFRESH, new RefreshTemplate(folder()))
                .id();
    }

    private List<ProjectTemplate> templates() throws Exception {
        return agent.client().call(TemplateApi.LIST);
    }

    private List<String> sandboxes() throws Exception {
        List<String> names = new ArrayList<>();
        for (Sandbox sandbox : agent.client().call(SandboxApi.LIST)) {
            names.add(sandbox.spec().name());
        }
        return names;
    }

    private RunningMachine started() throws Exception {
        RunningMachine machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
        Awaitility.await().atMost(MADE).until(() -> {
            SetupStatus now = setup(machine);
            return now != null && !now.running();
        });
        assertThat(Objects.requireNonNull(setup(machine)).state()).isEqualTo(SetupState.DONE);
        return machine;
    }

    private @Nullable SetupStatus setup(RunningMachine machine) throws Exception {
        return agent.client().call(SandboxApi.GET.at(machine.id())).status().setup();
    }

    @Test
    @Order(1)
    void theTemplateIsMadeInASandboxThatNobodyCanUseAndThatIsDeleted() throws Exception {
        template = begin();
        String name = "template-" + template;
        RunningMachine.await(() -> agent.client().call(SandboxApi.LIST).size() == 1);
        assertThat(sandboxes()).containsExactly(name);
        assertThatThrownBy(() -> agent.client().call(SandboxApi.EXEC.at(name), ExecCommand.of("true")))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("is preparing the template");
        Awaitility.await().atMost(MADE).until(() -> templates().getFirst().state() != TemplateState.PREPARING);
        ProjectTemplate made = templates().getFirst();
        assertThat(made.state()).as("%s\n%s", made, agent.words()).isEqualTo(TemplateState.READY);
        assertThat(made.diskBytes()).isGreaterThan(1 << 20);
        assertThat(made.memoryBytes()).isGreaterThan(1 << 20);
        assertThat(made.lockFiles()).containsExactly("go.sum");
        assertThat(sandboxes()).isEmpty();
    }

    @Test
    @Order(2)
    void sandboxesStartFromItWithoutASetupAndWithoutWhatTheSetupLeftRunning() throws Exception {
        Files.writeString(project.folder().resolve("changes"), "two\n");
        first = started();
        RunningMachine second = started();
        String token = first.run("cat made/token");
        assertThat(second.run("cat made/token")).isEqualTo(token).hasSizeGreaterThan(30);
        assertThat(Objects.requireNonNull(setup(second)).steps()).isZero();
        assertThat(second.exec("pgrep -x -f 'sleep 86397'").code()).isEqualTo(1);
        assertThat(second.run("cat changes; git status --porcelain -- made; cat /etc/hostname"))
                .isEqualTo("two\nshop-2");
        assertThat(second.run("ls /etc/ssh/ssh_host_ed25519_key.pub; ls -A .git/belljar-prepared || true"))
                .doesNotContain("belljar-prepared");
        for (RunningMachine machine : List.of(first, second)) {
            assertThat(machine.run("cat made/greeting")).isEqualTo("it's one");
            assertGreeting(machine, "it's one");
            assertOldFiles(machine);
            IdentityCheck identity = agent.client().call(SandboxApi.IDENTITY.at(machine.id()));
            assertThat(identity.origin()).isEqualTo("template " + template);
            assertThat(identity.ok()).as("%s", identity).isTrue();
            assertThat(Files.readString(journal(machine))).doesNotContain("booted from the template's disk");
        }
        assertThat(templates().getFirst().used()).isNotNull();
    }

    /// A command, a login shell, and what reads its variables through PAM, as ssh does.
    private static void assertGreeting(RunningMachine machine, String expected) throws Exception {
        assertThat(machine.run("echo \"$GREETING\"")).isEqualTo(expected);
        assertThat(machine.run("env -i bash -lc 'echo \"$GREETING\"'")).isEqualTo(expected);
        assertThat(machine.run("env -i /usr/bin/sudo su agent -s /bin/sh -c 'echo \"$GREETING\"'"))
                .isEqualTo(expected);
    }

    /// Files have their times of this computer, and git knows without a look at their content that they are the same.
    private static void assertOldFiles(RunningMachine machine) throws Exception {
        assertThat(machine.run("TZ=UTC stat -c %y README.md .gitignore").lines())
                .containsOnly("2001-02-03 04:05:06.123456789 +0000")
                .hasSize(2);
        assertThat(machine.run("git diff-files --name-only")).isEmpty();
    }

    private Path journal(RunningMachine machine) {
        return agent.folder()
                .resolve("data/belljar/sandboxes")
                .resolve(machine.id())
                .resolve("events/sandbox.jsonl");
    }

    @Test
    @Order(3)
    void aChangedLockFileMakesItOutdated() throws Exception {
        Files.writeString(project.folder().resolve("go.sum"), "two\n");
        assertThat(templates().getFirst().state()).isEqualTo(TemplateState.OUTDATED);
        RunningMachine third = started();
        assertThat(third.run("cat made/token")).isNotEqualTo(first.run("cat made/token"));
        assertThat(third.exec("pgrep -x -f 'sleep 86397'").code()).isEqualTo(0);
        assertOldFiles(third);
        accept("it's two");
        assertGreeting(first, "it's two");
    }

    @Test
    @Order(4)
    void aRemovedTemplateLeavesItsSandboxesUsable() throws Exception {
        agent.client().call(TemplateApi.REMOVE.at(template));
        assertThat(templates()).isEmpty();
        first.run("echo mine > made/mine");
        agent.client().call(SandboxApi.STOP.at(first.id()), new StopSandbox(false, false));
        first.awaitState(SandboxState.STOPPED);
        first.ensureRuns();
        assertThat(first.run("cat made/mine")).isEqualTo("mine");
    }

    @Test
    @Order(5)
    void aKilledHostAgentLeavesNoTemplateAndNoSandboxOfOne() throws Exception {
        String id = begin();
        RunningMachine.await(() -> agent.client().call(SandboxApi.LIST).stream()
                .anyMatch(each -> each.spec().name().equals("template-" + id)
                        && each.status().state() == SandboxState.RUNNING));
        agent.kill();
        agent.start();
        assertThat(templates()).isEmpty();
        RunningMachine.await(() -> agent.client().call(SandboxApi.LIST).stream()
                .noneMatch(each -> each.spec().name().startsWith("template-")));
        Path root = agent.folder().resolve("data/belljar/project-templates");
        RunningMachine.await(() -> Objects.requireNonNull(root.toFile().list()).length == 0);
    }
}
