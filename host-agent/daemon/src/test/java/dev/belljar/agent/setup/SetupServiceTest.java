package dev.belljar.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.PackageManager;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.PolicyLayer;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that an accepted environment is set up once, that its rules end with the setup, and that a setup which
/// is not complete leaves the sandbox usable.
@Tag("slow")
class SetupServiceTest {
    private static final String UPDATE = "belljar-apt-update";
    private static final String INSTALL = "belljar-apt-install hello";

    @TempDir
    private Path temp;

    private final SetupGuest guest = new SetupGuest();
    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        host.openers().guestRuns(guest);
        accept("d1", "make deps");
    }

    @AfterEach
    void close() {
        host.close();
    }

    private void accept(String digest, String... commands) {
        accept(
                digest,
                new Environment(
                        List.of(),
                        List.of(new EnvironmentPackage(PackageManager.APT, "hello", null)),
                        List.of(commands),
                        List.of("setup.example.org:443"),
                        List.of("api.example.org:443"),
                        List.of(5173, 8080),
                        new EnvironmentLimits(512, null, 2048),
                        List.of(),
                        List.of(),
                        List.of()));
    }

    private void accept(String digest, Environment environment) {
        host.accepts(project -> Optional.of(
                new AcceptedEnvironment(project.toString(), null, digest, 1, environment, List.of(), List.of())));
    }

    private @Nullable SetupStatus status(String id) throws Exception {
        return host.api().sandboxes().get(id).status().setup();
    }

    private SetupStatus ended(String id) throws Exception {
        SandboxFixture.until(() -> {
            SetupStatus now = host.api().sandboxes().get(id).status().setup();
            return now != null && !now.running();
        });
        return Optional.ofNullable(status(id)).orElseThrow();
    }

    private String hanging() throws Exception {
        guest.ends("make deps", -1);
        String id = host.running();
        SandboxFixture.until(() -> guest.setUp().contains("make deps"));
        return id;
    }

    private List<Rule> setupRules(String id) throws Exception {
        return host.api().policies().view(id).layers().stream()
                .filter(layer -> layer.scope() == RuleScope.SANDBOX)
                .map(PolicyLayer::rules)
                .flatMap(List::stream)
                .filter(rule -> rule.id().startsWith("setup_"))
                .toList();
    }

    private Verdict verdict(String name, int port) {
        return host.openers()
                .policy()
                .decide(new Destination("tcp", "93.184.216.7", port, name))
                .verdict();
    }

    @Test
    void anAcceptedEnvironmentIsSetUpAfterTheFirstStart() throws Exception {
        String id = host.running();
        SetupStatus done = ended(id);
        assertThat(done.state()).isEqualTo(SetupState.DONE);
        assertThat(done.environment()).isEqualTo("d1");
        assertThat(done.step()).isEqualTo(3).isEqualTo(done.steps());
        assertThat(guest.setUp()).containsExactly(UPDATE, INSTALL, "make deps");
        assertThat(guest.commands().stream()
                        .filter(command -> command.argv().getFirst().equals("/bin/bash")))
                .singleElement()
                .satisfies(command -> {
                    assertThat(command.argv()).containsExactly("/bin/bash", "-lc", "make deps");
                    assertThat(command.user()).isEqualTo("agent");
                    assertThat(command.cwd()).isEqualTo("/workspace");
                });
        assertThat(host.record(id).setup()).isEqualTo(done);
    }

    @Test
    void aProjectWithoutAnAcceptedEnvironmentIsNotSetUp() throws Exception {
        host.accepts(project -> Optional.empty());
        String id = host.running();
        assertThat(status(id)).isNull();
        assertThatThrownBy(() -> host.api().access().setups().begin(id))
                .hasMessageContaining("no accepted environment");
    }

    @Test
    void itIsSetUpOnceInEachSandbox() throws Exception {
        String id = host.running();
        SetupStatus done = ended(id);
        host.stop(id);
        host.start(id);
        host.stop(id); // the tasks after the start have ended by then
        assertThat(guest.setUp()).hasSize(3);
        assertThat(status(id)).isEqualTo(done);
    }

    @Test
    void theStateIsRunningDuringTheSetup() throws Exception {
        String id = hanging();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        SetupStatus now = Optional.ofNullable(status(id)).orElseThrow();
        assertThat(now.running()).isTrue();
        assertThat(now.label()).isEqualTo("Run make deps");
        assertThatThrownBy(() -> host.api().access().setups().begin(id)).hasMessageContaining("already running");
    }

    @Test
    void theRulesOfTheSetupHoldOnlyWhileItRuns() throws Exception {
        String id = hanging();
        assertThat(setupRules(id))
                .hasSize(3)
                .allSatisfy(rule -> assertThat(rule.note()).contains("setup"));
        assertThat(verdict("deb.debian.org", 80)).isEqualTo(Verdict.ALLOWED);
        assertThat(verdict("setup.example.org", 443)).isEqualTo(Verdict.ALLOWED);
        assertThat(verdict("pypi.org", 443)).isNotEqualTo(Verdict.ALLOWED);
        host.api().access().setups().cancel(id);
        assertThat(setupRules(id)).isEmpty();
        assertThat(verdict("deb.debian.org", 80)).isNotEqualTo(Verdict.ALLOWED);
        assertThat(verdict("api.example.org", 443)).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aFailedSetupNamesTheCommandAndCanRunAgain() throws Exception {
        guest.ends("make deps", 2);
        String id = host.running();
        SetupStatus failed = ended(id);
        assertThat(failed.state()).isEqualTo(SetupState.FAILED);
        assertThat(failed.exitCode()).isEqualTo(2);
        assertThat(failed.detail()).isEqualTo("\"Run make deps\" failed with exit code 2: output");
        assertThat(setupRules(id)).isEmpty();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        guest.ends("make deps", 0);
        assertThat(host.api().access().setups().begin(id).running()).isTrue();
        assertThat(ended(id).state()).isEqualTo(SetupState.DONE);
    }

    @Test
    void aFailedSetupSaysWhatWasBlockedAndHowToAllowIt() throws Exception {
        guest.ends(UPDATE, 100);
        guest.when(UPDATE, () -> {
            EgressPolicy policy = host.openers().policy();
            policy.refused(new Destination("dns", "203.0.113.80", 53, "deb.debian.org"), "leads to a reserved address");
            policy.refused(new Destination("dns", "203.0.113.80", 53, "deb.debian.org"), "leads to a reserved address");
            policy.refused(new Destination("tcp", "93.184.216.7", 8080, "cdn.example.org"), "closed: no matching rule");
            policy.refused(new Destination("dns", "10.0.2.2", 53, "not a\u202e name"), "never");
        });
        String id = host.running();
        String name = host.record(id).spec().name();
        assertThat(ended(id).detail())
                .startsWith("\"Update the list of Debian packages\" failed with exit code 100")
                .endsWith("Blocked while it ran: deb.debian.org and 1 more: leads to a reserved address. To allow"
                        + " it: belljar policy add " + name + " 'allow deb.debian.org at 203.0.113.80'");
        assertThat(host.api().access().setups().report(id).log())
                .contains("== Blocked: deb.debian.org: leads to a reserved address\n")
                .contains("belljar policy add " + name + " 'allow cdn.example.org:8080'\n")
                .contains("belljar environment setup " + name)
                .doesNotContain("not a");
    }

    @Test
    void aFailedPackageEndsTheSetup() throws Exception {
        guest.ends(INSTALL, 100);
        assertThat(ended(host.running()).detail()).contains("Install Debian packages: hello", "100");
        assertThat(guest.setUp()).doesNotContain("make deps");
    }

    @Test
    void aCancelledSetupEndsEvenIfTheGuestDoesNotAnswer() throws Exception {
        String id = hanging();
        assertThat(host.api().access().setups().cancel(id).state()).isEqualTo(SetupState.CANCELLED);
        assertThat(ended(id).state()).isEqualTo(SetupState.CANCELLED);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        assertThatThrownBy(() -> host.api().access().setups().cancel(id)).hasMessageContaining("no setup is running");
    }

    @Test
    void aSetupEndsWithTheMachine() throws Exception {
        String id = hanging();
        host.stop(id);
        assertThat(ended(id).state()).isEqualTo(SetupState.INTERRUPTED);
        assertThat(ended(id).detail()).isEqualTo("the sandbox was stopped");
    }

    /// As after `kill -9`: the record says that it runs, and no rule is in a file.
    @Test
    void aSetupOfAKilledHostAgentIsShownAsInterruptedAndItsRulesAreGone() throws Exception {
        String id = hanging();
        SandboxRecord left = host.record(id);
        assertThat(Optional.ofNullable(left.setup()).orElseThrow().running()).isTrue();
        Path policy = host.folder(id).resolve("policy.toml");
        assertThat(Files.readString(policy)).contains("api.example.org").doesNotContain("setup_", "deb.debian.org");
        host.stopAgent();
        host.keep(left);
        assertThat(ended(id).state()).isEqualTo(SetupState.INTERRUPTED);
        assertThat(guest.setUp()).hasSize(3);
    }

    @Test
    void aBranchOfASetUpSandboxIsSetUp() throws Exception {
        SandboxRecord done = host.record(finished());
        SandboxRecord branch = done.branched("b1", done.spec(), "s1", 5);
        assertThat(branch.setup()).isEqualTo(done.setup());
        SetupStatus running = SetupStatus.begun("d1", 3, 1).at(2, "Install");
        SetupStatus branched = Optional.ofNullable(done.withSetup(running)
                        .branched("b1", done.spec(), "s1", 5)
                        .setup())
                .orElseThrow();
        assertThat(branched.state()).isEqualTo(SetupState.INTERRUPTED);
    }

    private String finished() throws Exception {
        String id = host.running();
        assertThat(ended(id).state()).isEqualTo(SetupState.DONE);
        return id;
    }

    @Test
    void theFirstPortGetsThePlainHostNameUnlessTheUserChoseAnother() throws Exception {
        String id = finished();
        assertThat(host.api().access().routes().of(id).main()).isEqualTo(5173);
    }

    @Test
    void theLimitsOfTheEnvironmentAreDefaults() throws Exception {
        assertThat(limits(null, null)).isEqualTo(new MachineLimits(512, 1, 2048));
        assertThat(limits(256, 1024)).isEqualTo(new MachineLimits(256, 1, 1024));
    }

    private MachineLimits limits(@Nullable Integer memory, @Nullable Integer disk) throws Exception {
        return host.api()
                .sandboxes()
                .create(new CreateSandbox(temp.resolve("shop").toString(), null, memory, 1, disk, null, false, false))
                .spec()
                .limits();
    }

    @Test
    void aLimitThatThisComputerDoesNotHaveIsReduced() throws Exception {
        accept("d2", environment(new EnvironmentLimits(100_000_000, 4_000, null), List.of(), List.of()));
        MachineLimits limits = host.api()
                .sandboxes()
                .create(new CreateSandbox(temp.resolve("shop").toString(), null, null, null, 1024, null, false, false))
                .spec()
                .limits();
        assertThat(limits.memoryMiB()).isLessThan(100_000_000);
        assertThat(limits.cpus()).isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    private static Environment environment(EnvironmentLimits limits, List<String> names, List<EnvironmentFile> files) {
        return new Environment(
                List.of(EnvironmentProfile.GIT),
                List.of(),
                List.of(),
                List.of(),
                names,
                List.of(),
                limits,
                files,
                List.of(),
                List.of());
    }

    @Test
    void aNameWithOtherWordsOfARuleIsRefused() throws Exception {
        accept("d3", environment(EnvironmentLimits.DEFAULT, List.of("a.org any by /bin/sh"), List.of()));
        SetupStatus failed = ended(host.running());
        assertThat(failed.state()).isEqualTo(SetupState.FAILED);
        assertThat(failed.detail()).contains("expected a host name");
        assertThat(guest.setUp()).isEmpty();
    }

    @Test
    void anAddressIsNoName() throws Exception {
        accept("d4", environment(EnvironmentLimits.DEFAULT, List.of("0.0.0.0/0"), List.of()));
        assertThat(ended(host.running()).state()).isEqualTo(SetupState.FAILED);
    }

    @Test
    void filesAreCopiedAsTheUserOfTheMachine() throws Exception {
        Files.createDirectories(temp.resolve("shop"));
        Files.writeString(temp.resolve("shop/.env"), "A=1");
        accept(
                "d5",
                environment(EnvironmentLimits.DEFAULT, List.of(), List.of(new EnvironmentFile(".env", "config/.env"))));
        assertThat(ended(host.running()).state()).isEqualTo(SetupState.DONE);
        assertThat(guest.commands())
                .anySatisfy(command -> assertThat(command.argv()).contains("belljar-prepare-files"))
                .anySatisfy(command -> {
                    assertThat(command.argv()).endsWith("belljar-copy-file", "/workspace/config/.env", "600");
                    assertThat(command.user()).isNull();
                });
    }

    @Test
    void anInvalidEnvironmentIsAFailureOfTheSetupAndNotOfTheSandbox() throws Exception {
        accept(
                "d6",
                new Environment(
                        List.of(),
                        List.of(new EnvironmentPackage(PackageManager.APT, "bash-", null)),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        EnvironmentLimits.DEFAULT,
                        List.of(),
                        List.of(),
                        List.of()));
        String id = host.running();
        assertThat(ended(id).detail()).contains("bash-");
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void theReportHasTheLogOfEachStep() throws Exception {
        SetupReport report = host.api().access().setups().report(finished());
        assertThat(report.accepted()).isEqualTo("d1");
        assertThat(report.log()).contains("== 1 of 3: Update the list of Debian packages\noutput", "complete");
        assertThat(report.complete()).isTrue();
        assertThat(report.fetched()).isEmpty();
    }
}
