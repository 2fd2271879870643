package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.machine.CommandLineUnderTest.Ran;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.operation.TemplateApi;
import dev.belljar.contract.request.environment.RefreshTemplate;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests `belljar run` in real machines, with an agent of the user's own that a setup command installs.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CodingAgentTest {
    private static final Duration MADE = Duration.ofMinutes(15);
    private static final String PROFILE = """
            title = "My agent"
            command = ["/home/agent/mine", "wait"]
            prompt = ["/home/agent/mine", "once", "{prompt}"]
            note = "~/.mine/NOTE.md"
            setup = ['''
            printf '#!/bin/sh\\ncase $1 in once) shift; echo "$*:$MINE_KEY"; cat ~/.mine.json; exit 7 ;; *) sleep 86396 ;; esac\\n' > ~/mine && chmod +x ~/mine && md5sum < /proc/sys/kernel/random/uuid > ~/token
            ''']
            [credential]
            variable = "MINE_KEY"
            hosts = ["api.example.org"]
            [[files]]
            path = "~/.mine.json"
            content = '{"trusted": "{project}", "tail": "{key-tail}"}'
            """.replace("'''\n", "'''").replace("~/token\n'''", "~/token'''");

    private final AgentUnderTest agent;
    private final CommandLineUnderTest line;
    private final TestProject project;

    CodingAgentTest() throws IOException, InterruptedException {
        agent = new AgentUnderTest();
        agent.set("BELLJAR_PROJECT_TEMPLATES", "request");
        line = new CommandLineUnderTest(agent.environment());
        project = TestProject.in(agent.folder(), "shop");
    }

    @BeforeAll
    void open() throws Exception {
        Path agents = Files.createDirectories(agent.folder().resolve("config/belljar/agents"));
        Files.writeString(agents.resolve("mine.toml"), PROFILE);
        agent.start();
        var _ = agent.client().call(SecretApi.KEEP, new KeepSecret("MINE_KEY", "the-real-value-of-it"));
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    private List<String> sandboxes() throws Exception {
        return agent.client().call(SandboxApi.LIST).stream()
                .map(each -> each.spec().name())
                .toList();
    }

    private String inside(String sandbox, String command) throws Exception {
        String out = agent.client()
                .call(SandboxApi.EXEC.at(sandbox), ExecCommand.of("/bin/bash", "-lc", command))
                .stdout();
        return new String(Base64.getDecoder().decode(out), StandardCharsets.UTF_8).strip();
    }

    @Test
    @Order(1)
    void nothingIsAcceptedOrCreatedUnasked() throws Exception {
        Ran ran = line.run("", "run", "mine", project.folder().toString(), "--prompt", "hello");
        assertThat(ran.exit()).as(ran.err()).isEqualTo(125);
        assertThat(ran.err()).contains("[codingagent.not-accepted]");
        assertThat(ran.out()).contains("agent My agent", "secret MINE_KEY for api.example.org");
        assertThat(sandboxes()).isEmpty();
    }

    @Test
    @Order(2)
    void promptRunsInANewSandboxWithAPlaceholderOnly() throws Exception {
        Ran ran = line.run(
                "", "run", "mine", project.folder().toString(), "--yes", "--prompt", "a \"b\" $c", "--", "more");
        assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(7);
        assertThat(ran.out())
                .containsPattern("a \"b\" \\$c more:belljar-secret-MINE_KEY-[0-9a-f]{32}\n")
                .contains("{\"trusted\": \"/workspace\", \"tail\": \"")
                .doesNotContain("the-real-value");
        assertThat(sandboxes()).containsExactly("shop");
        assertThat(inside("shop", "cat ~/.mine/NOTE.md; stat -c %a ~/.mine.json"))
                .startsWith("# This computer is a Belljar sandbox")
                .endsWith("600");
    }

    @Test
    @Order(3)
    void agentGetsATabOfItsOwnOnce() throws Exception {
        for (String said : List.of("mine started in shop", "mine is running in shop")) {
            Ran ran = line.run("", "run", "--detach", project.folder().toString());
            assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
            assertThat(ran.out()).contains(said);
        }
        assertThat(inside("shop", "tmux list-windows -F '#{window_name}#{window_active}'")
                        .lines())
                .hasSize(2)
                .contains("mine1");
        assertThat(inside("shop", "pgrep -x -f 'sleep 86396' | wc -l")).isEqualTo("1");
    }

    @Test
    @Order(4)
    void nextSandboxHasTheAgentFromTheTemplate() throws Exception {
        var _ = agent.client()
                .call(TemplateApi.REFRESH, new RefreshTemplate(project.folder().toString()));
        Awaitility.await()
                .atMost(MADE)
                .until(() -> agent.client().call(TemplateApi.LIST).getFirst().state() != TemplateState.PREPARING);
        assertThat(agent.client().call(TemplateApi.LIST).getFirst().state()).isEqualTo(TemplateState.READY);
        Ran ran = line.run("", "run", "mine", project.folder().toString(), "--new", "--prompt", "x");
        assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(7);
        Sandbox second = agent.client().call(SandboxApi.GET.at("shop-2"));
        assertThat(Objects.requireNonNull(second.status().setup()).steps())
                .as("nothing was installed")
                .isZero();
        assertThat(inside("shop-2", "cat ~/token")).hasSizeGreaterThan(30).isNotEqualTo(inside("shop", "cat ~/token"));
    }

    @Test
    @Order(5)
    void oneCommandLeavesNothing() throws Exception {
        Ran ran = line.run(
                "from outside\n",
                "run",
                "--rm",
                project.folder().toString(),
                "--",
                "/bin/sh",
                "-c",
                "read -r words; echo \"$words\"; echo problem >&2; cat ~/token; touch made; exit 9");
        assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(9);
        assertThat(ran.out()).startsWith("from outside\n").hasLineCount(2);
        assertThat(ran.err()).contains("problem");
        requireNothingLeft();
        assertThat(project.folder().resolve("made")).doesNotExist();
    }

    @Test
    @Order(6)
    void killedClientLeavesNothing() throws Exception {
        Process running = line.start("run", "--rm", project.folder().toString(), "--", "sleep", "86395");
        Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> sandboxes().size() == 3);
        running.destroyForcibly();
        Awaitility.await().atMost(Duration.ofMinutes(4)).until(() -> sandboxes().size() == 2);
        requireNothingLeft();
    }

    @Test
    @Order(7)
    void killedHostAgentLeavesNothing() throws Exception {
        var _ = agent.client()
                .call(
                        SandboxApi.CREATE,
                        new CreateSandbox(project.folder().toString(), "once", 512, 1, 4096, null, false, false, true));
        agent.kill();
        agent.start();
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> sandboxes().size() == 2);
        requireNothingLeft();
    }

    private void requireNothingLeft() throws Exception {
        assertThat(sandboxes()).containsExactly("shop", "shop-2");
        assertThat(agent.client().call(StorageApi.TRASH)).isEmpty();
        LeftoverCheck leftovers = new LeftoverCheck(agent);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(leftovers.found()).isEmpty());
    }
}
