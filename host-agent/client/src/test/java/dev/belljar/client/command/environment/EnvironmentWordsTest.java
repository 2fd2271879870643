package dev.belljar.client.command.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.AgentWithShop;
import dev.belljar.client.command.AgentWithShop.Ran;
import dev.belljar.client.command.Belljar;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the commands about environments with a complete host agent.
@Tag("slow")
class EnvironmentWordsTest {
    private static final String TOML = """
            profiles = ["node@22"]
            setup = ["npm ci"]
            ports = [6006]
            [packages]
            apt = ["libpng-dev"]
            [network]
            setup = ["cdn.playwright.dev"]
            always = ["*.amazonaws.com"]
            [limits]
            memory = "12G"
            [env]
            NODE_ENV = "test"
            [[files]]
            from = "~/.no-such-folder/.npmrc"
            """;

    @TempDir
    private Path folder;

    private AgentWithShop agent;
    private Path project;

    @BeforeEach
    void start() throws Exception {
        agent = new AgentWithShop(folder);
        project = folder.resolve("shop");
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    private Ran run(String... words) {
        return agent.run(words);
    }

    private void propose(String toml) throws Exception {
        Files.createDirectories(project.resolve(".belljar"));
        Files.writeString(project.resolve(".belljar/machine.toml"), toml);
    }

    /// Runs a command whose questions get these answers; the questions are the result.
    private List<String> asked(List<String> answers, String... words) throws Exception {
        List<String> questions = new ArrayList<>();
        Iterator<String> next = answers.iterator();
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        try (CommandSession session = CommandSession.with(
                agent.starter().find().orElseThrow(),
                question -> {
                    questions.add(question);
                    return next.next();
                },
                nowhere,
                nowhere)) {
            int _ = Belljar.line(session).execute(words);
        }
        return questions;
    }

    private AcceptedEnvironment inEffect() throws Exception {
        Ran ran = run("environment", "show", project.toString(), "--accepted", "--json");
        assertThat(ran.exit()).as(ran.err()).isZero();
        return ContractJson.readStrict(ran.out(), AcceptedEnvironment.class);
    }

    @Test
    void aProposalIsShownInSections() throws Exception {
        propose(TOML);
        Ran shown = run("environment", "show", project.toString());
        assertThat(shown.exit()).isZero();
        assertThat(shown.out()).isEqualTo("""
                        .belljar/machine.toml
                        Installs
                          + profile node 22
                          + apt libpng-dev
                        Runs in the sandbox
                          + npm ci
                        Opens
                          + cdn.playwright.dev        only during the setup
                          + *.amazonaws.com           at any time
                            ! Risk: it lets every program in the sandbox reach any name below amazonaws.com at any time.
                          + port 6006
                        Copies from this computer
                          + ~/.no-such-folder/.npmrc  does not exist
                            ! Risk: it holds credentials, which every program in the sandbox can then read.
                        Sets environment variables
                          + NODE_ENV=test
                        Limits
                          + memory 12 GiB
                        Not in effect. `belljar environment accept %s` accepts it.
                        """.formatted(project));
        assertThat(run("environment", "show", "--sandbox", "shop").out()).isEqualTo(shown.out());
        EnvironmentProposal proposal = ContractJson.readStrict(
                run("environment", "show", project.toString(), "--json").out(), EnvironmentProposal.class);
        assertThat(proposal.state()).isEqualTo(EnvironmentState.PROPOSED);
    }

    @Test
    void acceptingWithoutAQuestionLeavesOutRiskyItems() throws Exception {
        propose(TOML);
        Ran accepted = run(
                "environment",
                "accept",
                project.toString(),
                "--yes",
                "--without",
                "port 6006",
                "--allow",
                "file:~/.no-such-folder/.npmrc");
        assertThat(accepted.exit()).as(accepted.err()).isZero();
        assertThat(accepted.out()).endsWith("""
                        Accepted for all sandboxes of the project.
                        Left out: *.amazonaws.com. Risk: it lets every program in the sandbox reach any name below amazonaws.com at any time. `--allow name:*.amazonaws.com` accepts it.
                        Left out: port 6006
                        """);
        assertThat(inEffect().environment().names()).isEmpty();
        assertThat(inEffect().environment().ports()).isEmpty();
        assertThat(inEffect().environment().files()).hasSize(1);
        assertThat(run("environment", "show", project.toString(), "--accepted").out())
                .contains("apt libpng-dev")
                .doesNotContain("6006");
        propose(TOML + "\n[[files]]\nfrom = '.env'\n");
        assertThat(run("environment", "show", project.toString()).out())
                .contains("    profile node 22\n")
                .contains("  + .env")
                .contains("  x port 6006                 left out")
                .contains("Changed. What you accepted earlier stays in effect.");
        Ran again = run("environment", "accept", project.toString(), "--yes", "--json");
        assertThat(ContractJson.readStrict(again.out(), EnvironmentProposal.class)
                        .state())
                .isEqualTo(EnvironmentState.ACCEPTED);
        assertThat(inEffect().environment().files())
                .as("what was allowed stays")
                .hasSize(2);
        assertThat(inEffect().environment().ports())
                .as("what was left out stays so")
                .isEmpty();
        assertThat(run("environment", "accept", project.toString(), "--yes", "--allow", "port:6006")
                        .exit())
                .isZero();
        assertThat(inEffect().environment().ports()).containsExactly(6006);
    }

    @Test
    void eachRiskyItemNeedsAnAnswerOfItsOwn() throws Exception {
        propose(TOML);
        String accept = "Accept this environment for all sandboxes of the project? [y/N] ";
        assertThat(asked(List.of("y", "", "no"), "environment", "accept", project.toString()))
                .containsExactly(
                        "Allow *.amazonaws.com? Risk: it lets every program in the sandbox reach any name below"
                                + " amazonaws.com at any time. [y/N] ",
                        "Allow ~/.no-such-folder/.npmrc? Risk: it holds credentials, which every program in the sandbox can then read."
                                + " [y/N] ",
                        accept);
        assertThat(run("environment", "show", project.toString(), "--accepted").exit())
                .isEqualTo(3);
        assertThat(asked(List.of("y", "", "yes"), "environment", "accept", project.toString()))
                .hasSize(3);
        assertThat(inEffect().environment().names()).containsExactly("*.amazonaws.com");
        assertThat(inEffect().environment().files()).isEmpty();
        assertThat(asked(List.of(), "environment", "accept", project.toString()))
                .as("in effect already")
                .isEmpty();
    }

    @Test
    void withoutATerminalNothingIsAccepted() throws Exception {
        propose(TOML);
        Ran ran = run("environment", "accept", project.toString());
        assertThat(ran.exit()).isEqualTo(CommandSession.PROBLEM);
        assertThat(ran.err()).contains("Use --yes");
        Ran wrong = run("environment", "accept", project.toString(), "--yes", "--without", "apt:libpng-de");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("Did you mean \"apt:libpng-dev\"?");
        Ran none = run("environment", "show", project.toString(), "--accepted", "--json");
        assertThat(none.exit()).isEqualTo(3);
        assertThat(ContractJson.read(none.err(), Problem.class).code()).isEqualTo("environment.none");
    }

    @Test
    void whatChangedIsMarked() throws Exception {
        propose("profiles = ['node@22']\n[packages]\napt = ['git', 'make']");
        assertThat(run("environment", "accept", project.toString(), "--yes").exit())
                .isZero();
        propose("profiles = ['node@24']\nports = [80]\n[packages]\napt = ['git']");
        assertThat(run("environment", "show", project.toString()).out()).isEqualTo("""
                        .belljar/machine.toml
                        Installs
                          ~ profile node 24  was profile node 22
                            apt git
                          - apt make         no longer proposed
                        Opens
                          + port 80
                        Changed. What you accepted earlier stays in effect. `belljar environment accept %s` accepts it.
                        """.formatted(project));
        Files.delete(project.resolve(".belljar/machine.toml"));
        assertThat(run("environment", "accept", project.toString(), "--yes").out())
                .contains("  - profile node 22")
                .endsWith("Removed: no environment is in effect for the project.\n");
        assertThat(run("environment", "show", project.toString()).out())
                .isEqualTo("%1$s proposes no environment. `belljar init %1$s` creates .belljar/machine.toml.\n"
                        .formatted(project));
    }

    @Test
    void aProposalIsRejectedUntilItChanges() throws Exception {
        propose("ports = [80]");
        assertThat(run("environment", "reject", project.toString()).out()).startsWith("Rejected the environment that ");
        assertThat(run("environment", "show", project.toString()).out()).contains("You rejected it. `belljar");
        propose("ports = [81]");
        assertThat(run("environment", "show", project.toString()).out()).contains("Not in effect.");
    }

    @Test
    void whatIsNotTakenOverAndWhatIsWrongIsSaid() throws Exception {
        Files.writeString(
                project.resolve(".devcontainer.json"), "{\"mounts\": [], \"x\u202ey\": 1, \"forwardPorts\": [80]}");
        assertThat(run("environment", "show", project.toString()).out())
                .startsWith(".devcontainer.json\nOpens\n  + port 80\nIgnored\n")
                .contains("    mounts: would mount folders on this computer\n    x?y: not known to Belljar\n");
        propose("[packages]\napt = ['\u202ea']");
        Ran wrong = run("environment", "show", project.toString());
        assertThat(wrong.exit()).isEqualTo(CommandSession.PROBLEM);
        assertThat(wrong.out())
                .isEqualTo(".belljar/machine.toml\nIt cannot be accepted: line 2: packages.apt: \"?a\": expected a"
                        + " package such as \"libpng-dev\" or \"libpng-dev=1.6.39-2\"\n");
        assertThat(run("environment", "accept", project.toString(), "--yes").exit())
                .isEqualTo(CommandSession.PROBLEM);
    }

    @Test
    void creatingASandboxSaysThatAnEnvironmentIsNotInEffect() throws Exception {
        Path other = Files.createDirectories(folder.resolve("api"));
        assertThat(run("create", other.toString(), "--plain", "--no-start", "--name", "a")
                        .err())
                .doesNotContain("environment");
        Files.createDirectories(other.resolve(".belljar"));
        Files.writeString(other.resolve(".belljar/machine.toml"), "ports = [80]");
        Ran made = run("create", other.toString(), "--plain", "--no-start", "--name", "b");
        assertThat(made.exit()).isZero();
        assertThat(made.err())
                .contains("The project proposes an environment. It is not in effect. Review it with `belljar"
                        + " environment show " + other + "`.");
        assertThat(run("environment", "accept", other.toString(), "--yes").exit())
                .isZero();
        assertThat(run("create", other.toString(), "--plain", "--no-start", "--name", "c")
                        .err())
                .doesNotContain("environment");
        Files.delete(other.resolve(".belljar/machine.toml"));
        assertThat(run("create", other.toString(), "--plain", "--no-start", "--name", "d")
                        .err())
                .contains("no longer proposes an environment. What you accepted stays in effect. Review it");
        Files.writeString(other.resolve(".belljar/machine.toml"), "port = [80]");
        assertThat(run("create", other.toString(), "--plain", "--no-start", "--name", "e")
                        .err())
                .contains("proposes an environment with an error. What you accepted stays in effect. Review it");
    }

    @Test
    void creatingASandboxAsksAboutTheEnvironment() throws Exception {
        propose("ports = [80]\n[network]\nalways = ['*.example.com']");
        assertThat(asked(List.of("n"), "create", project.toString(), "--plain", "--no-start", "--name", "a"))
                .containsExactly("The project proposes an environment. Review it now? [Y/n] ");
        List<String> questions =
                asked(List.of("", "n", "y"), "create", project.toString(), "--plain", "--no-start", "--name", "b");
        assertThat(questions).hasSize(3).last().asString().startsWith("Accept this environment");
        assertThat(inEffect().items()).extracting(EnvironmentItem::id).containsExactly("port:80");
        assertThat(run("list", "--json").out()).contains("\"name\" : \"a\"", "\"name\" : \"b\"");
        assertThat(asked(List.of(), "create", project.toString(), "--plain", "--no-start", "--name", "c"))
                .isEmpty();
        propose("ports = [81]");
        assertThat(asked(
                        List.of(), "create", project.toString(), "--plain", "--no-start", "--no-review", "--name", "d"))
                .isEmpty();
    }

    @Test
    void whatInitWritesCanBeAcceptedAndIsNeverOverwritten() throws Exception {
        Files.writeString(project.resolve("package.json"), "{\"engines\": {\"node\": \"22.x\"}}");
        Files.writeString(project.resolve("package-lock.json"), "{}");
        Files.writeString(
                project.resolve(".devcontainer.json"),
                "{\"forwardPorts\": [3000], \"remoteEnv\": {\"A\": \"\\\"b\\\\\"}, \"privileged\": true,"
                        + " \"hostRequirements\": {\"memory\": \"4G\"}}");
        Ran dry = run("init", project.toString(), "--dry-run");
        assertThat(dry.exit()).as(dry.err()).isZero();
        assertThat(project.resolve(".belljar")).doesNotExist();
        Ran made = run("init", project.toString());
        assertThat(made.exit()).as(made.err()).isZero();
        assertThat(made.out()).isEqualTo("Wrote " + project.resolve(".belljar/machine.toml") + "\n");
        assertThat(made.err())
                .contains("Found package.json: profile node 22")
                .contains("Found package-lock.json: npm ci")
                .contains("Found .devcontainer.json: the parts that Belljar can use")
                .contains("Ignored: privileged: an option of a container engine");
        String text = Files.readString(project.resolve(".belljar/machine.toml"));
        assertThat(dry.out()).isEqualTo(text);
        EnvironmentProposal proposal = ContractJson.readStrict(
                run("environment", "accept", project.toString(), "--yes", "--json")
                        .out(),
                EnvironmentProposal.class);
        assertThat(proposal.state()).isEqualTo(EnvironmentState.ACCEPTED);
        assertThat(proposal.items())
                .extracting(item -> item.words())
                .containsExactly("profile node 22", "npm ci", "port 3000", "A=\"b\\", "memory 4 GiB");
        Ran again = run("init", project.toString());
        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.err()).contains("already exists");
        assertThat(Files.readString(project.resolve(".belljar/machine.toml"))).isEqualTo(text);
    }
}
