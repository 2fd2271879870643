package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.ModelServer;
import dev.belljar.testing.OwnAddress;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests the run of a coding agent in a real machine: it asks a model through the gateway, and what it did is
/// synced by the command line in each mode.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(StoryExtension.class)
class AgentRunTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String MODEL = "model.test";

    private final AgentUnderTest agent;
    private final CommandLineUnderTest line;
    private final InetAddress own;
    private final FewNames names;
    private final ModelServer model;
    private TestProject project = new TestProject(Path.of("/"));
    private RunningMachine machine;

    AgentRunTest() throws IOException {
        agent = new AgentUnderTest();
        line = new CommandLineUnderTest(agent.environment());
        own = OwnAddress.find();
        names = new FewNames(Map.of(MODEL, own));
        model = new ModelServer(own);
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void boot() throws Exception {
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        agent.start();
        project = TestProject.in(agent.folder(), "shop");
        machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
        String rule = "allow %s:%d at %s".formatted(MODEL, model.port(), own.getHostAddress());
        var _ = agent.client().call(PolicyApi.ADD_RULE.at(machine.id()), new AddRule(rule, RuleScope.SANDBOX));
        String text =
                Base64.getEncoder().encodeToString(ModelServer.codingAgent().getBytes(StandardCharsets.UTF_8));
        machine.run("echo " + text + " | base64 -d > /var/tmp/coding_agent.py; git config user.name Agent;"
                + " git config user.email agent@example.org");
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
        names.close();
        model.close();
    }

    @Test
    @Order(1)
    void manually() throws Exception {
        model.script(
                "Add a greeting",
                ModelServer.bash("cat README.md"),
                ModelServer.write("greeting.txt", "hello\n"),
                ModelServer.bash("git add greeting.txt && git commit -qm 'Add a greeting'"),
                ModelServer.write("notes/todo.txt", "more greetings\n"),
                ModelServer.write("Makefile", "all:\n\ttouch /tmp/ran\n"));
        runs("Add a greeting");
        assertThat(model.requests()).hasSize(6);
        assertThat(model.requests().get(1)).as("the agent reads for the model").contains("one\\nexit code 0");
        assertThat(status().fetched())
                .as("nothing is fetched in the manual mode")
                .isNull();
        CommandLineUnderTest.Ran ran = line.run("", "sync", "shop", "--yes");
        assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains("Add a greeting", "uncommitted changes in 2 files", "A Makefile   ▲");
        assertThat(project.git("log", "--format=%an %s", "main..belljar/shop")).contains("Agent Add a greeting");
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop"))
                .isEqualTo("README.md\ngreeting.txt\nnotes/todo.txt");
    }

    @Test
    @Order(2)
    void atEachCommit() throws Exception {
        assertThat(line.run("", "sync", "shop", "--mode", "auto-commit").exit()).isZero();
        model.script(
                "Translate it",
                ModelServer.write("greeting.txt", "hello\nbonjour\n"),
                ModelServer.bash("git commit -qam 'Translate the greeting'"),
                ModelServer.write("half.txt", "not done\n"));
        runs("Translate it");
        Awaitility.await().atMost(PATIENCE).until(() -> status().waits() && status().commits() == 1);
        assertThat(line.run("", "sync", "shop", "--status").out()).contains("at each commit");
        assertThat(project.git("show", "belljar/shop:greeting.txt"))
                .as("it waits")
                .isEqualTo("hello");
        CommandLineUnderTest.Ran ran = line.run("", "sync", "shop", "--accept", "safe");
        assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
        assertThat(project.git("show", "belljar/shop:greeting.txt")).isEqualTo("hello\nbonjour");
    }

    @Test
    @Order(3)
    void whenItIsIdle() throws Exception {
        assertThat(line.run("", "sync", "shop", "--mode", "auto-idle", "--idle", "2")
                        .exit())
                .isZero();
        model.script("Write a guide", ModelServer.write("guide.txt", "Say hello.\n"));
        runs("Write a guide");
        // With the files of the earlier tasks that it never committed.
        Awaitility.await().atMost(PATIENCE).until(() -> status().files() == 4 && status().waits());
        assertThat(line.run("", "review", "shop", "--json").out()).contains("guide.txt");
        CommandLineUnderTest.Ran ran = line.run("", "sync", "shop", "--accept", "safe", "--onto", "worktree");
        assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
        assertThat(Files.readString(project.folder().resolve("guide.txt"))).isEqualTo("Say hello.\n");
        assertThat(project.folder().resolve("Makefile")).doesNotExist();
        assertThat(line.run("", "blame", "shop", "guide.txt").out()).contains("python3");
    }

    private void runs(String task) throws Exception {
        String said =
                machine.run("python3 /var/tmp/coding_agent.py http://%s:%d '%s'".formatted(MODEL, model.port(), task));
        assertThat(said).isEqualTo("The task is done.");
    }

    private SyncStatus status() throws AgentException, InterruptedException {
        return agent.client().call(SyncApi.STATUS.at(machine.id()));
    }
}
