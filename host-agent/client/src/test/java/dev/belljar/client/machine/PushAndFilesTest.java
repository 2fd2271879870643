package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests pushes and copies of files with a real guest, by the command line.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PushAndFilesTest {
    private final AgentUnderTest agent;
    private final CommandLineUnderTest line;
    private TestProject project = new TestProject(Path.of("/"));
    private RunningMachine machine;

    PushAndFilesTest() throws IOException {
        agent = new AgentUnderTest();
        line = new CommandLineUnderTest(agent.environment());
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void bootOnce() throws Exception {
        agent.start();
        project = TestProject.in(agent.folder(), "shop");
        machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
    }

    @BeforeEach
    void recoverFromAnEarlierTest() throws Exception {
        machine.ensureRuns();
    }

    @AfterAll
    void cleanUp() throws Exception {
        agent.end();
    }

    @Test
    @Order(1)
    void newCommitsFastForwardTheGuest() throws Exception {
        String head = commit("host.txt", "from the host\n", "From the host");

        CommandLineUnderTest.Ran ran = line.run("", "push", "shop");

        assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains("From the host", "1 commit was pushed", "fast-forwarded");
        assertThat(machine.run("git rev-parse HEAD; git rev-parse host/main; cat host.txt; git status --porcelain"))
                .isEqualTo(head + "\n" + head + "\nfrom the host");
        assertThat(plan().upToDate()).isTrue();
        assertThat(line.run("", "push", "shop").out()).contains("Nothing to push");
    }

    @Test
    @Order(2)
    void divergenceIsShownAndMergedInTheGuest() throws Exception {
        machine.run("echo guest > guest.txt; git add guest.txt;"
                + " git -c user.name=a -c user.email=a@b commit -qm 'From the guest'");
        String head = commit("README.md", "two\n", "More from the host");

        CommandLineUnderTest.Ran plain = line.run("", "push", "shop");
        assertThat(plain.exit()).isEqualTo(1);
        assertThat(plain.out()).contains("--merge", "--rebase");
        assertThat(machine.run("git log -1 --format=%s")).isEqualTo("From the guest");
        CommandLineUnderTest.Ran merged = line.run("", "push", "shop", "--merge");

        assertThat(merged.exit()).as(merged.out() + merged.err()).isZero();
        assertThat(machine.run("git merge-base HEAD " + head)).isEqualTo(head);
        SyncPlan plan = plan();
        assertThat(plan.commits()).extracting(WorkCommit::subject).contains("From the guest");
        assertThat(plan.commits()).extracting(WorkCommit::subject).doesNotContain("More from the host");
        assertThat(plan.diff().files()).extracting("path").containsExactly("guest.txt");
    }

    @Test
    @Order(3)
    void buildOutputIsCopiedAndNothingElse() throws Exception {
        machine.run("mkdir -p dist/deep; head -c 3000000 /dev/urandom > dist/app.bin; echo map > dist/deep/map;"
                + " ln dist/app.bin dist/linked.bin; ln -s /etc/passwd dist/link; echo x > dist/Makefile;"
                + " touch -d @1700000000 dist/deep/map; chmod 755 dist/app.bin; echo dist/ >> .git/info/exclude");
        Path to = agent.folder().resolve("out");

        CommandLineUnderTest.Ran ran = line.run("", "get", "shop", "dist", "--to", to.toString());

        assertThat(ran.exit()).as("a link and a Makefile were left out").isEqualTo(1);
        assertThat(ran.out()).contains("▲ dist/Makefile", "dist/link   is not a regular file");
        assertThat(machine.run("sha256sum < dist/app.bin").split(" ")[0])
                .isEqualTo(sha256(to.resolve("dist/app.bin")))
                .isEqualTo(sha256(to.resolve("dist/linked.bin")));
        assertThat(Files.getLastModifiedTime(to.resolve("dist/deep/map")).toMillis())
                .isEqualTo(1_700_000_000_000L);
        assertThat(Files.isExecutable(to.resolve("dist/app.bin"))).isFalse();
        try (Stream<Path> all = Files.walk(to)) {
            assertThat(all.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)))
                    .hasSize(3);
        }
        CommandLineUnderTest.Ran again = line.run(
                "", "sync", "shop", "--artifacts", "dist/**", "--allow", "dist/Makefile", "--to", to.toString());
        assertThat(again.out()).contains("3 files already in").contains("Copied 1 file");
    }

    @Test
    @Order(4)
    void filesArePutIntoTheGuestWithoutGitSeeingThem() throws Exception {
        Path data = Files.createDirectories(agent.folder().resolve("files/deep"));
        Files.write(data.resolve("large"), new byte[2_000_000]);
        Files.writeString(data.resolveSibling("a b.csv"), "1;2\n");

        CommandLineUnderTest.Ran ran =
                line.run("", "put", "shop", data.resolveSibling("").toString(), "--to", "input");

        assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
        assertThat(machine.run(
                        "cat 'input/files/a b.csv'; stat -c '%U %s' input/files/deep/large; git status --porcelain"))
                .isEqualTo("1;2\nagent 2000000");
        CommandLineUnderTest.Ran tracked = line.run(
                "", "put", "shop", project.folder().resolve("README.md").toString());
        assertThat(tracked.exit()).isEqualTo(1);
        assertThat(tracked.err()).contains("tracks README.md");
    }

    @Test
    @Order(5)
    void anMcpClientWorksInTheMachineAndACancelledCommandEnds() throws Exception {
        try (McpLines client = new McpLines(agent.environment(), "shop")) {
            assertThat(client.call(1, "exec", Map.of("sandbox", "shop", "shell", "echo hello | tee mcp.txt; exit 3")))
                    .contains("exit_code\\\":3", "hello");
            assertThat(client.call(2, "read_file", Map.of("sandbox", "shop", "path", "mcp.txt")))
                    .contains("text\\\":\\\"hello");
            assertThat(client.call(3, "diff", Map.of("sandbox", "shop", "path", "mcp.txt")))
                    .contains("+hello");
            client.begin(4, "exec", Map.of("sandbox", "shop", "argv", List.of("sleep", "777")));
            RunningMachine.await(() -> running("sleep 777"));
            client.cancel(4);
            RunningMachine.await(() -> !running("sleep 777"));
            client.begin(5, "exec", Map.of("sandbox", "shop", "argv", List.of("sleep", "778")));
            RunningMachine.await(() -> running("sleep 778"));
        }
        RunningMachine.await(() -> !running("sleep 778"));
    }

    private boolean running(String command) throws AgentException, InterruptedException {
        return Objects.equals(machine.exec("pgrep -f '^" + command + "'").code(), 0);
    }

    private SyncPlan plan() throws Exception {
        return machine.client().call(SyncApi.PLAN.at(machine.id()));
    }

    private String commit(String file, String text, String message) throws Exception {
        project.write(file, text);
        project.git("add", "--all");
        project.git("commit", "--quiet", "--message=" + message);
        return project.git("rev-parse", "HEAD");
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
