package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.OwnAddress;
import dev.belljar.testing.TestProject;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests that ordinary download programs work in a real machine through the gateway without special settings,
/// and that the program of every flow is known. Each program verifies its download: signatures, digests, object
/// ids.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OrdinaryProgramsTest {
    private static final int FILES = 100;
    private static final int FILE_SIZE = 200_000;
    private static final long MOVED = 48L << 20;

    private final AgentUnderTest agent;
    private final InetAddress own;
    private final Path folder;
    private final FewNames names;
    private final TestRegistries registries;
    private RunningMachine machine;

    OrdinaryProgramsTest() throws IOException, InterruptedException {
        agent = new AgentUnderTest();
        own = OwnAddress.find();
        folder = Files.createDirectories(agent.folder().resolve("files"));
        names = new FewNames(Map.of(
                TestRegistries.DEBIAN,
                own,
                TestRegistries.NPM,
                own,
                TestRegistries.PYPI,
                own,
                TestRegistries.FILES,
                own));
        registries = new TestRegistries(own, folder);
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void bootOnce() throws Exception {
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        for (String name :
                new String[] {TestRegistries.DEBIAN, TestRegistries.NPM, TestRegistries.PYPI, TestRegistries.FILES}) {
            allow("%s:%d at %s".formatted(name, registries.port(), own.getHostAddress()));
        }
    }

    @BeforeEach
    void recoverFromAnEarlierTest() throws Exception {
        machine.ensureRuns();
    }

    @AfterAll
    void end() throws Exception {
        try {
            agent.end();
        } finally {
            registries.close();
            names.close();
        }
    }

    private void allow(String what) throws Exception {
        agent.client().call(PolicyApi.ADD_RULE.at(machine.id()), new AddRule("allow " + what, RuleScope.SANDBOX));
    }

    private void asRoot(String script) throws Exception {
        ExecResult result = machine.asRoot(script);
        assertThat(result.code())
                .as("%s: %s%s", script, text(result.stdout()), text(result.stderr()))
                .isEqualTo(0);
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private void assumeReachable(String name) throws InterruptedException {
        assumeTrue(registries.reaches(name), "what stands behind " + name + " cannot be reached from here");
    }

    private void awaitRecorded(String program, Predicate<FlowRow> wanted) throws Exception {
        RunningMachine.await(
                () -> agent.client().call(SandboxApi.FLOWS.at(machine.id()), new ListFlows(500)).flows().stream()
                        .filter(flow -> program.equals(flow.exe()) && flow.verdict() == Verdict.ALLOWED)
                        .anyMatch(wanted));
    }

    private static Predicate<FlowRow> at(String name) {
        return flow -> name.equals(flow.name()) && flow.down() > 0;
    }

    @Test
    @Order(1)
    void gitClones() throws Exception {
        TestProject project = TestProject.in(agent.folder(), "far");
        byte[] noise = new byte[3 << 20];
        new Random(5).nextBytes(noise);
        Files.write(project.folder().resolve("noise.bin"), noise);
        project.git("add", "--all");
        project.git("commit", "--quiet", "--message=more");
        project.git("clone", "--quiet", "--bare", ".", folder.resolve("far.git").toString());
        new TestProject(folder.resolve("far.git")).git("update-server-info");
        machine.run("cd /tmp && git clone --quiet " + registries.url(TestRegistries.FILES) + "/far.git");
        assertThat(machine.run("git -C /tmp/far rev-parse HEAD")).isEqualTo(project.git("rev-parse", "HEAD"));
        assertThat(machine.run("git -C /tmp/far fsck --full 2>&1")).doesNotContain("error", "missing");
        awaitRecorded("/usr/lib/git-core/git-remote-http", at(TestRegistries.FILES));
    }

    @Test
    @Order(1)
    void aHundredDownloadsAtOnceArriveWhole() throws Exception {
        Random random = new Random(6);
        StringBuilder urls = new StringBuilder();
        for (int i = 0; i < FILES; i++) {
            byte[] file = new byte[FILE_SIZE];
            random.nextBytes(file);
            Files.write(folder.resolve("part-%03d".formatted(i)), file);
            urls.append("url = \"%s/part-%03d\"\n".formatted(registries.url(TestRegistries.FILES), i));
        }
        Files.writeString(folder.resolve("urls"), urls);
        machine.run("mkdir /tmp/parts && cd /tmp/parts && curl -sS -f " + registries.url(TestRegistries.FILES)
                + "/urls > /tmp/urls && curl -sS -f --parallel --parallel-immediate --parallel-max 50 --remote-name-all"
                + " -K /tmp/urls");
        assertThat(machine.run("cd /tmp/parts && cat part-* | sha256sum | cut -d ' ' -f 1"))
                .isEqualTo(host("sh", "-c", "cat part-* | sha256sum | cut -d ' ' -f 1"));
        awaitRecorded("/usr/bin/curl", at(TestRegistries.FILES));
    }

    private String host(String... argv) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(argv)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.strip();
    }

    @Test
    @Order(2)
    void aptInstalls() throws Exception {
        assumeReachable(TestRegistries.DEBIAN);
        asRoot(". /etc/os-release; echo \"deb " + registries.url(TestRegistries.DEBIAN)
                + "/debian $VERSION_CODENAME main\" > /etc/apt/sources.list; rm -f /etc/apt/sources.list.d/*;"
                + " apt-get update -q -o Acquire::Languages=none -o Acquire::Retries=3");
        asRoot("DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends -o Acquire::Retries=3"
                + " iperf3 nodejs python3-pip-whl");
        assertThat(machine.run("iperf3 --version | head -n 1")).startsWith("iperf 3");
        awaitRecorded("/usr/lib/apt/methods/http", at(TestRegistries.DEBIAN));
    }

    @Test
    @Order(3)
    void pipInstalls() throws Exception {
        assumeReachable(TestRegistries.PYPI);
        assumeTrue(has("test -e /usr/share/python-wheels/pip-*.whl"), "apt brought no pip");
        machine.run("python3 $(ls /usr/share/python-wheels/pip-*.whl)/pip install --quiet --no-cache-dir --target"
                + " /tmp/python --trusted-host " + TestRegistries.PYPI + " --index-url "
                + registries.url(TestRegistries.PYPI)
                + "/simple/ idna==3.7");
        assertThat(machine.run("PYTHONPATH=/tmp/python python3 -c 'import idna; print(idna.encode(\"bücher.test\"))'"))
                .isEqualTo("b'xn--bcher-kva.test'");
        awaitRecorded(machine.run("readlink -f /usr/bin/python3"), at(TestRegistries.PYPI));
    }

    @Test
    @Order(3)
    void npmInstalls() throws Exception {
        assumeReachable(TestRegistries.NPM);
        assumeTrue(has("command -v node"), "apt brought no node");
        String registry = registries.url(TestRegistries.NPM);
        machine.run("mkdir -p /tmp/npm /tmp/far-app && curl -sS -f " + registry
                + "/npm/-/npm-9.9.4.tgz | tar -xz -C /tmp/npm && cd /tmp/far-app && node"
                + " /tmp/npm/package/bin/npm-cli.js install --no-audit --no-fund"
                + " --no-update-notifier --registry " + registry + " is-odd@3.0.1");
        assertThat(machine.run("cd /tmp/far-app && node -p 'require(\"is-odd\")(3)'"))
                .isEqualTo("true");
        assertThat(machine.run("cat /tmp/far-app/package-lock.json")).contains("node_modules/is-number", "sha512-");
        awaitRecorded("/usr/bin/node", at(TestRegistries.NPM));
    }

    private boolean has(String script) throws Exception {
        return Integer.valueOf(0).equals(machine.exec(script).code());
    }

    @Test
    @Order(3)
    void iperfMovesBytesBothWaysAndByDatagrams() throws Exception {
        assumeTrue(has("command -v iperf3"), "apt brought no iperf3");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, own)) {
            port = free.getLocalPort();
        }
        String place = own.getHostAddress() + ":" + port;
        allow(place);
        Process server = new ProcessBuilder(
                        "iperf3", "--server", "--forceflush", "--bind", own.getHostAddress(), "--port", "" + port)
                .redirectErrorStream(true)
                .start();
        try {
            BufferedReader says = server.inputReader();
            // A client that connects before the server listens would fail.
            for (String line = says.readLine(); !line.contains("listening"); line = says.readLine()) {
                assertThat(line).isNotNull();
            }
            Thread.ofVirtual().name("iperf3").start(() -> says.lines().forEach(line -> {}));
            String client = "iperf3 --client " + own.getHostAddress() + " --port " + port + " --connect-timeout 60000";
            machine.run(client + " --bytes " + MOVED);
            // Bytes that are still in flight at the end are not counted.
            awaitRecorded("/usr/bin/iperf3", flow -> place.equals(flow.dst()) && flow.up() >= MOVED / 10 * 9);
            machine.run(client + " --bytes " + MOVED + " --reverse --parallel 4");
            awaitRecorded("/usr/bin/iperf3", flow -> place.equals(flow.dst()) && flow.down() >= MOVED / 8);
            machine.run(client + " --udp --length 1400 --bitrate 10M --bytes 2M");
            awaitRecorded("/usr/bin/iperf3", flow -> flow.proto().equals("udp") && flow.up() > 1_000_000);
        } finally {
            server.destroyForcibly().waitFor();
        }
    }
}
