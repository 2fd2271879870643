package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.environment.MachineFile;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.environment.PackageManager;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.policy.PolicyLayer;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.testing.FarNamespace;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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

/// Tests that an accepted environment is set up in a real machine with the real apt, through a closed network
/// that is open for the setup only, and that a setup which fails, hangs or loses its host agent leaves the
/// sandbox usable.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EnvironmentSetupTest {
    private static final Duration SETUP = Duration.ofMinutes(15);
    private static final String ENCODE =
            "python3 -c 'import idna; print(idna.encode(\"b\u00fccher.test\").decode(), end=\"\")' > /tmp/proof;"
                    + " id -un > /tmp/user; pwd >> /tmp/user";

    private final AgentUnderTest agent;
    private final TestProject project;
    private final FewNames names;
    private @Nullable FarMirror mirror;
    private RunningMachine machine;

    EnvironmentSetupTest() throws IOException, InterruptedException {
        agent = new AgentUnderTest();
        project = TestProject.in(agent.folder(), "shop");
        names = new FewNames(Map.of(FarMirror.NAME, InetAddress.getByName(FarMirror.ADDRESS)));
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void bootOnce() throws Exception {
        assumeTrue(FarNamespace.possible(), "a namespace with a public address needs root");
        assumeTrue(FarMirror.reaches(), "Debian's server cannot be reached from here");
        mirror = new FarMirror();
        Files.writeString(project.folder().resolve(".env"), "A=1\n");
        Files.writeString(project.folder().resolve(".git/info/exclude"), ".env\n.belljar/\n");
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        // A template of the project would be made at the same time, in another machine.
        agent.set("BELLJAR_PROJECT_TEMPLATES", "request");
        agent.start();
        accept(new Environment(
                List.of(EnvironmentProfile.PYTHON),
                List.of(new EnvironmentPackage(PackageManager.APT, "python3-idna", null)),
                List.of(ENCODE),
                List.of(),
                List.of("api.example.org"),
                List.of(8000),
                EnvironmentLimits.DEFAULT,
                List.of(new EnvironmentFile(".env", "config/.env")),
                List.of(),
                List.of()));
        machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
    }

    @AfterAll
    void end() throws Exception {
        try {
            agent.end();
        } finally {
            names.close();
            if (mirror != null) {
                mirror.close();
            }
        }
    }

    private void accept(Environment environment) throws Exception {
        Files.deleteIfExists(project.folder().resolve(MachineFile.NAME));
        Path _ = MachineFile.write(project.folder(), MachineFile.text(environment));
        String folder = project.folder().toString();
        EnvironmentProposal proposed = agent.client().call(EnvironmentApi.PROPOSAL, ReadProposal.of(folder));
        EnvironmentProposal now = agent.client()
                .call(EnvironmentApi.ACCEPT, new AcceptEnvironment(folder, proposed.digest(), List.of(), List.of()));
        assertThat(now.state()).isEqualTo(EnvironmentState.ACCEPTED);
    }

    private void acceptCommand(String command) throws Exception {
        accept(new Environment(
                List.of(),
                List.of(),
                List.of(command),
                List.of(),
                List.of(),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(),
                List.of(),
                List.of()));
    }

    private @Nullable SetupStatus status() throws Exception {
        return agent.client().call(SandboxApi.GET.at(machine.id())).status().setup();
    }

    private SetupStatus ended() throws Exception {
        Awaitility.await().atMost(SETUP).pollInterval(Duration.ofMillis(500)).until(() -> {
            SetupStatus now = status();
            return now != null && !now.running();
        });
        return Objects.requireNonNull(status());
    }

    private SetupReport report() throws Exception {
        return agent.client().call(SetupApi.REPORT.at(machine.id()));
    }

    private List<Rule> setupRules() throws Exception {
        return agent.client().call(PolicyApi.POLICY.at(machine.id())).layers().stream()
                .map(PolicyLayer::rules)
                .flatMap(List::stream)
                .filter(rule -> rule.id().startsWith("setup_"))
                .toList();
    }

    @Test
    @Order(1)
    void aPackageIsInstalledAndTheCommandRunsThroughTheClosedNetwork() throws Exception {
        SetupStatus done = ended();
        assertThat(done.state()).as("%s\n%s", done, report().log()).isEqualTo(SetupState.DONE);
        assertThat(machine.run("cat /tmp/proof")).isEqualTo("xn--bcher-kva.test");
        assertThat(machine.run("python3 -m pip --version && python3 -m venv --help"))
                .startsWith("pip ")
                .contains("usage: venv");
        assertThat(machine.run("cat /tmp/user")).isEqualTo("agent\n/workspace");
        assertThat(machine.run("cat config/.env; stat -c '%U %a' config/.env")).isEqualTo("A=1\nagent 600");
        assertThat(machine.run("git status --porcelain")).isEmpty();
        SetupReport report = report();
        assertThat(report.log()).contains("Setting up python3-idna", "== The setup is complete");
        RunningMachine.await(() -> agent.client().call(SetupApi.REPORT.at(machine.id())).fetched().stream()
                .anyMatch(name -> name.name().equals(FarMirror.NAME) && name.down() > 1_000_000));
        List<FlowRow> flows = agent.client()
                .call(SandboxApi.FLOWS.at(machine.id()), new ListFlows(500))
                .flows();
        assertThat(flows)
                .anySatisfy(flow -> assertThat(String.valueOf(flow.rule())).contains("sandbox rule setup_"));
        assertThat(setupRules()).isEmpty();
        assertThat(machine.exec("curl -fsS -m 20 -o /dev/null http://" + FarMirror.NAME + "/debian/")
                        .code())
                .isNotEqualTo(0);
    }

    @Test
    @Order(2)
    void aFailedCommandIsNamedAndTheSandboxCanBeUsed() throws Exception {
        acceptCommand("echo no luck; exit 7");
        agent.client().call(SetupApi.BEGIN.at(machine.id()));
        SetupStatus failed = ended();
        assertThat(failed.state()).isEqualTo(SetupState.FAILED);
        assertThat(failed.exitCode()).isEqualTo(7);
        assertThat(failed.detail()).isEqualTo("\"Run echo no luck; exit 7\" failed with exit code 7: no luck");
        assertThat(machine.run("echo usable")).isEqualTo("usable");
    }

    @Test
    @Order(3)
    void aHangingCommandEndsWhenTheSetupIsCancelled() throws Exception {
        acceptCommand("sleep 86399");
        agent.client().call(SetupApi.BEGIN.at(machine.id()));
        awaitProcess("sleep 86399");
        assertThat(machine.state()).isEqualTo(SandboxState.RUNNING);
        assertThat(agent.client().call(SetupApi.CANCEL.at(machine.id())).state())
                .isEqualTo(SetupState.CANCELLED);
        RunningMachine.await(() -> !runs("sleep 86399"));
        assertThat(ended().state()).isEqualTo(SetupState.CANCELLED);
    }

    private void awaitProcess(String command) throws InterruptedException {
        RunningMachine.await(() -> runs(command));
    }

    private boolean runs(String command) throws dev.belljar.client.AgentException, InterruptedException {
        return Integer.valueOf(0)
                .equals(machine.exec("pgrep -x -f '" + command + "'").code());
    }

    @Test
    @Order(4)
    void aSetupOfAKilledHostAgentIsInterruptedAndCanRunAgain() throws Exception {
        acceptCommand("sleep 86398");
        agent.client().call(SetupApi.BEGIN.at(machine.id()));
        awaitProcess("sleep 86398");
        agent.kill();
        agent.start();
        machine.awaitReached();
        assertThat(ended().state()).isEqualTo(SetupState.INTERRUPTED);
        assertThat(setupRules()).isEmpty();
        RunningMachine.await(() -> !runs("sleep 86398"));
        acceptCommand("echo again > /tmp/again");
        agent.client().call(SetupApi.BEGIN.at(machine.id()));
        assertThat(ended().state()).isEqualTo(SetupState.DONE);
        assertThat(machine.run("cat /tmp/again")).isEqualTo("again");
    }

    @Test
    @Order(5)
    void aBranchIsSetUp() throws Exception {
        SetupStatus done = ended();
        Sandbox branch = agent.client()
                .call(SnapshotApi.BRANCH_NOW.at(machine.id()), new BranchSandbox(null, 1))
                .getFirst();
        RunningMachine copy = new RunningMachine(agent, branch.id());
        copy.awaitState(SandboxState.RUNNING);
        copy.awaitReached();
        assertThat(agent.client().call(SandboxApi.GET.at(branch.id())).status().setup())
                .isEqualTo(done);
        assertThat(copy.run("cat /tmp/again")).isEqualTo("again");
    }
}
