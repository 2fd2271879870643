package dev.belljar.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.RejectEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests proposals and decisions about them with real files.
@Tag("slow")
class EnvironmentServiceTest {
    private static final String GOOD = """
            profiles = ["node@22"]
            setup = ["npm ci"]
            [packages]
            apt = ["libpng-dev"]
            [network]
            always = ["api.example.com", "*.amazonaws.com"]
            [[files]]
            from = ".env"
            [[files]]
            from = "~/.npmrc"
            """;

    @TempDir
    private Path folder;

    private Path project;
    private Path data;
    private Path home;
    private AuditLog audit;
    private EnvironmentService service;

    @BeforeEach
    void open() throws Exception {
        project = Files.createDirectories(folder.resolve("shop"));
        data = Files.createDirectories(folder.resolve("data"));
        home = Files.createDirectories(folder.resolve("home"));
        audit = AuditLog.open(folder.resolve("audit"), InstantSource.system());
        service = opened();
    }

    @AfterEach
    void close() {
        audit.close();
    }

    private EnvironmentService opened() throws EnvironmentException {
        return EnvironmentService.open(data, home, audit, InstantSource.fixed(Instant.ofEpochMilli(7_000)));
    }

    private void propose(String toml) throws Exception {
        Files.createDirectories(project.resolve(".belljar"));
        Files.writeString(project.resolve(".belljar/machine.toml"), toml);
    }

    @Test
    void aServiceOfThisComputerIsARiskyItemWithItsPort() throws Exception {
        propose("[network]\nalways = ['host.belljar.internal:5432']\nsetup = ['host.belljar.internal:8081']\n");
        assertThat(proposal().items())
                .extracting(EnvironmentItem::words, EnvironmentItem::risk)
                .containsExactlyInAnyOrder(
                        tuple(
                                "host.belljar.internal:5432",
                                "lets every program in the sandbox reach port 5432 of this computer at any time"),
                        tuple(
                                "host.belljar.internal:8081",
                                "lets every program in the sandbox reach port 8081 of this computer during the setup"));
        for (String wrong : List.of(
                "host.belljar.internal",
                "Host.Belljar.Internal:5432",
                "host.belljar.internal:1-65535",
                "host.belljar.internal:99999",
                "host.belljar.internal:22 any",
                "host.belljar.internal.")) {
            propose("[network]\nalways = ['" + wrong + "']\n");
            assertThat(proposal().problem()).as(wrong).contains("each port of this computer listed individually");
        }
    }

    private EnvironmentProposal proposal() throws EnvironmentException {
        return service.proposal(project.toString());
    }

    private EnvironmentProposal accept(List<String> without, List<String> allowed)
            throws BelljarException, InterruptedException {
        return service.accept(
                new AcceptEnvironment(project.toString(), proposal().digest(), without, allowed));
    }

    private static EnvironmentItem item(EnvironmentProposal proposal, String id) {
        return proposal.items().stream()
                .filter(item -> item.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError(id + " is not in " + proposal.items()));
    }

    private Path stored() throws Exception {
        try (Stream<Path> files = Files.list(data.resolve("environments"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aProjectWithoutAFileProposesNothing() throws Exception {
        assertThat(proposal().state()).isEqualTo(EnvironmentState.NONE);
        assertThat(proposal().file()).isNull();
        assertThat(service.of(project)).isEmpty();
        assertThatThrownBy(() -> service.required(project.toString())).hasMessageContaining("no environment");
    }

    @Test
    void aProposalIsOnlyShown() throws Exception {
        propose(GOOD);
        Files.writeString(project.resolve(".env"), "A=1\n");
        EnvironmentProposal proposal = proposal();
        assertThat(proposal.state()).isEqualTo(EnvironmentState.PROPOSED);
        assertThat(proposal.waiting()).isTrue();
        assertThat(proposal.file()).isEqualTo(".belljar/machine.toml");
        assertThat(proposal.text()).isEqualTo(GOOD);
        assertThat(proposal.items())
                .extracting(EnvironmentItem::id)
                .containsExactly(
                        "profile:node",
                        "apt:libpng-dev",
                        "run:npm ci",
                        "name:api.example.com",
                        "name:*.amazonaws.com",
                        "file:.env",
                        "file:~/.npmrc");
        assertThat(proposal.items())
                .filteredOn(item -> item.risk() != null)
                .extracting(EnvironmentItem::id)
                .containsExactly("name:*.amazonaws.com", "file:~/.npmrc");
        assertThat(item(proposal, "file:.env").note()).isNull();
        assertThat(item(proposal, "file:~/.npmrc").note()).isEqualTo("does not exist");
        assertThat(service.of(project)).isEmpty();
        assertThat(data.resolve("environments")).isEmptyDirectory();
    }

    @Test
    void whatIsAcceptedIsInEffectWithoutRiskyItemsThatWereNotAllowed() throws Exception {
        propose(GOOD);
        EnvironmentProposal accepted = accept(List.of("run:npm ci"), List.of("file:~/.npmrc"));
        assertThat(accepted.state()).isEqualTo(EnvironmentState.ACCEPTED);
        assertThat(accepted.items())
                .filteredOn(EnvironmentItem::leftOut)
                .extracting(EnvironmentItem::id)
                .containsExactly("run:npm ci", "name:*.amazonaws.com");
        AcceptedEnvironment environment = service.of(project).orElseThrow();
        assertThat(environment.environment().setup()).isEmpty();
        assertThat(environment.environment().names()).containsExactly("api.example.com");
        assertThat(environment.environment().files()).hasSize(2);
        assertThat(environment
                        .environment()
                        .version(environment.environment().profiles().getFirst()))
                .isEqualTo("22");
        assertThat(environment.items()).extracting(EnvironmentItem::id).doesNotContain("run:npm ci");
        assertThat(environment.time()).isEqualTo(7_000);
        assertThat(service.required(project.toString())).isEqualTo(environment);
        assertThat(opened().of(project)).as("after a restart").contains(environment);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(stored())))
                .isEqualTo("rw-------");
        AuditEntry entry = audit.newest(1).getFirst();
        assertThat(entry.what()).isEqualTo("environment");
        assertThat(entry.detail()).contains("apt:libpng-dev").doesNotContain("*.amazonaws.com");
    }

    @Test
    void aChangeOfTheFileIsShownAndNotInEffect() throws Exception {
        propose(GOOD);
        accept(List.of(), List.of());
        propose("# only a comment\n" + GOOD);
        assertThat(proposal().state()).isEqualTo(EnvironmentState.ACCEPTED);
        propose(GOOD.replace("node@22", "node@24").replace("libpng-dev", "libjpeg-dev"));
        EnvironmentProposal changed = proposal();
        assertThat(changed.state()).isEqualTo(EnvironmentState.CHANGED);
        EnvironmentItem node = item(changed, "profile:node");
        assertThat(node.change()).isEqualTo(EnvironmentChange.CHANGED);
        assertThat(node.words()).isEqualTo("profile node 24");
        assertThat(node.before()).isEqualTo("profile node 22");
        assertThat(item(changed, "apt:libjpeg-dev").change()).isEqualTo(EnvironmentChange.ADDED);
        assertThat(item(changed, "apt:libpng-dev").change()).isEqualTo(EnvironmentChange.REMOVED);
        assertThat(item(changed, "run:npm ci").change()).isEqualTo(EnvironmentChange.SAME);
        assertThat(item(changed, "name:*.amazonaws.com").leftOut()).isTrue();
        assertThat(changed.items()).extracting(EnvironmentItem::section).isSorted();
        assertThat(service.of(project)
                        .orElseThrow()
                        .environment()
                        .versions()
                        .getFirst()
                        .version())
                .isEqualTo("22");
        accept(List.of(), List.of());
        assertThat(proposal().state()).isEqualTo(EnvironmentState.ACCEPTED);
    }

    @Test
    void theOrderOfCommandsIsAChange() throws Exception {
        propose("setup = ['a', 'b']");
        accept(List.of(), List.of());
        propose("setup = ['b', 'a']");
        assertThat(proposal().state()).isEqualTo(EnvironmentState.CHANGED);
    }

    @Test
    void anItemThatWasLeftOutIsNewIfItChanges() throws Exception {
        propose("[packages]\nnpm = ['a@1', 'b']");
        accept(List.of("npm:a"), List.of());
        propose("[packages]\nnpm = ['a@2', 'b']");
        assertThat(proposal().state()).isEqualTo(EnvironmentState.CHANGED);
        assertThat(item(proposal(), "npm:a").leftOut()).isFalse();
    }

    @Test
    void anotherTextThanTheReviewedOneIsNotAccepted() throws Exception {
        propose(GOOD);
        String digest = proposal().digest();
        propose(GOOD + "\n# other\n");
        assertThatThrownBy(
                        () -> service.accept(new AcceptEnvironment(project.toString(), digest, List.of(), List.of())))
                .isInstanceOfSatisfying(
                        BelljarException.class, e -> assertThat(e.code()).isEqualTo(EnvironmentException.CHANGED));
        assertThatThrownBy(() -> service.reject(new RejectEnvironment(project.toString(), digest)))
                .hasMessageContaining("has changed since it was shown");
        assertThat(service.of(project)).isEmpty();
    }

    @Test
    void itemsThatAreNotProposedAreRefused() throws Exception {
        propose(GOOD);
        assertThatThrownBy(() -> accept(List.of("apt:libpng-de"), List.of()))
                .isInstanceOfSatisfying(
                        BelljarException.class,
                        e -> assertThat(e.hint()).startsWith("Did you mean \"apt:libpng-dev\"?"));
        assertThatThrownBy(() -> accept(List.of(), List.of("name:\u001b[2J")))
                .hasMessage("item \"name:?[2J\": not in the proposal");
        assertThat(service.of(project)).isEmpty();
    }

    @Test
    void aRejectedProposalIsNotShownAsWaitingUntilItChanges() throws Exception {
        propose("ports = [80]");
        accept(List.of(), List.of());
        propose("ports = [81]");
        EnvironmentProposal rejected = service.reject(
                new RejectEnvironment(project.toString(), proposal().digest()));
        assertThat(rejected.state()).isEqualTo(EnvironmentState.REJECTED);
        assertThat(proposal().waiting()).isFalse();
        assertThat(service.of(project).orElseThrow().environment().ports()).containsExactly(80);
        propose("ports = [82]");
        assertThat(proposal().state()).isEqualTo(EnvironmentState.CHANGED);
    }

    @Test
    void aRemovedFileIsAcceptedAsNothing() throws Exception {
        propose("ports = [80]");
        accept(List.of(), List.of());
        Files.delete(project.resolve(".belljar/machine.toml"));
        EnvironmentProposal removed = proposal();
        assertThat(removed.state()).isEqualTo(EnvironmentState.CHANGED);
        assertThat(removed.items()).extracting(EnvironmentItem::change).containsExactly(EnvironmentChange.REMOVED);
        assertThat(service.of(project)).isPresent();
        assertThat(accept(List.of(), List.of()).state()).isEqualTo(EnvironmentState.NONE);
        assertThat(service.of(project)).isEmpty();
    }

    @Test
    void thatADecisionWasMadeIsKnownEvenIfNothingIsInEffect() throws Exception {
        assertThat(service.decided(project)).isFalse();
        propose("ports = [80]");
        accept(List.of(), List.of());
        Files.delete(project.resolve(".belljar/machine.toml"));
        accept(List.of(), List.of());
        assertThat(service.of(project)).isEmpty();
        assertThat(service.decided(project)).isTrue();
    }

    @Test
    void aFileWithErrorsIsShownAndNotAccepted() throws Exception {
        propose("ports = [80]");
        accept(List.of(), List.of());
        propose("prots = [80]");
        EnvironmentProposal wrong = proposal();
        assertThat(wrong.state()).isEqualTo(EnvironmentState.INVALID);
        assertThat(wrong.problem()).startsWith("line 1: unknown key prots");
        assertThat(wrong.text()).isEqualTo("prots = [80]");
        assertThatThrownBy(() -> accept(List.of(), List.of()))
                .hasMessageStartingWith(".belljar/machine.toml: line 1: unknown key prots");
        assertThat(service.of(project)).as("what was accepted stays in effect").isPresent();
    }

    @Test
    void noLinkIsFollowedAndNoOtherFileTakesTheirPlace() throws Exception {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("machine.toml"), "ports = [80]");
        Files.writeString(project.resolve(".devcontainer.json"), "{\"forwardPorts\": [81]}");
        Files.createSymbolicLink(project.resolve(".belljar"), elsewhere);
        assertThat(proposal().state()).isEqualTo(EnvironmentState.INVALID);
        assertThat(proposal().problem()).contains("symbolic link");
        assertThat(proposal().text()).isEmpty();
        Files.delete(project.resolve(".belljar"));
        Files.createDirectories(project.resolve(".belljar"));
        Files.createSymbolicLink(project.resolve(".belljar/machine.toml"), elsewhere.resolve("machine.toml"));
        assertThat(proposal().problem()).contains("symbolic link");
        Files.delete(project.resolve(".belljar/machine.toml"));
        Files.createDirectory(project.resolve(".belljar/machine.toml"));
        assertThat(proposal().problem()).contains("not a regular file");
        Files.delete(project.resolve(".belljar/machine.toml"));
        Process made = new ProcessBuilder(
                        "mkfifo", project.resolve(".belljar/machine.toml").toString())
                .start();
        assertThat(made.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(proposal().problem()).contains("not a regular file");
    }

    @Test
    void largeAndMalformedFilesAreRefused() throws Exception {
        propose("#" + "x".repeat(ProjectText.MOST_BYTES));
        assertThat(proposal().problem()).contains("too large: expected at most 64 KiB");
        Files.write(project.resolve(".belljar/machine.toml"), new byte[] {'#', (byte) 0xff});
        assertThat(proposal().problem()).contains("not valid UTF-8");
    }

    @Test
    void aDevcontainerIsReadOnlyWithoutAnotherFile() throws Exception {
        Files.createDirectories(project.resolve(".devcontainer"));
        Files.writeString(
                project.resolve(".devcontainer/devcontainer.json"), "{\"forwardPorts\": [3000], \"privileged\": true}");
        EnvironmentProposal proposal = proposal();
        assertThat(proposal.file()).isEqualTo(".devcontainer/devcontainer.json");
        assertThat(proposal.items()).extracting(EnvironmentItem::id).containsExactly("port:3000");
        assertThat(proposal.ignored()).hasSize(1);
        propose("ports = [80]");
        assertThat(proposal().file()).isEqualTo(".belljar/machine.toml");
    }

    @Test
    void aProcessThatIsKilledWhileItWritesLeavesTheOldDecision() throws Exception {
        propose("ports = [80]");
        accept(List.of(), List.of());
        Path file = stored();
        // The state between the write of the temporary file and its renaming.
        Path left = Files.writeString(file.resolveSibling("." + file.getFileName() + "123.new"), "{\"proj");
        service = opened();
        assertThat(left).doesNotExist();
        assertThat(proposal().state()).isEqualTo(EnvironmentState.ACCEPTED);
    }

    @Test
    void aProgramThatIsKilledWhileItWritesLeavesTheOldOrTheNewDecision() throws Exception {
        Path decisions = data.resolve("environments");
        for (int kill = 0; kill < 5; kill++) {
            try (AnotherJvm program =
                    AnotherJvm.of(DecisionProgram.class, folder, decisions.toString(), project.toString())) {
                program.endIn(Duration.ofSeconds(60));
                program.awaitWord("written " + kill);
                program.kill();
            }
            EnvironmentStore store = new EnvironmentStore(decisions);
            assertThat(store.of(project).problem()).isNull();
            assertThat(store.of(project).content().rejected()).matches("a{100000}|b{100000}");
            assertThat(decisions).isDirectoryNotContaining("glob:**.new");
        }
    }

    @Test
    void aDecisionThatCannotBeReadPutsNothingInEffectAndIsKept() throws Exception {
        propose("ports = [80]");
        accept(List.of(), List.of());
        Files.writeString(stored(), "{\"project\": 1");
        assertThat(proposal().state()).isEqualTo(EnvironmentState.INVALID);
        assertThat(proposal().problem()).contains("cannot be read");
        assertThatThrownBy(() -> service.of(project)).hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> accept(List.of(), List.of())).hasMessageContaining("Nothing was changed");
        assertThat(Files.readString(stored())).isEqualTo("{\"project\": 1");
    }

    @Test
    void theDecisionOfAnotherProjectIsNotUsed() throws Exception {
        propose("ports = [80]");
        accept(List.of(), List.of());
        Path other = Files.createDirectories(folder.resolve("other"));
        Path file = new EnvironmentStore(data.resolve("environments")).file(other);
        Files.copy(stored(), file);
        assertThat(service.of(other)).isEmpty();
        assertThat(Objects.requireNonNull(service.proposal(other.toString())).state())
                .isEqualTo(EnvironmentState.NONE);
    }

    @Test
    void aProjectIsAnAbsolutePathOfAFolder() {
        for (String wrong : List.of(
                "shop",
                "",
                "/nowhere/at/all",
                "\0",
                folder.resolve("audit-head.json").toString())) {
            assertThatThrownBy(() -> service.proposal(wrong))
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining("expected the absolute path of an existing folder");
        }
    }
}
