package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentPlace;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests with a real guest and by the command line what it gets from this computer: files by `belljar cp`, and services
/// that a rule opens.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CopyAndHostServiceTest {
    private static final String NAME = "host.belljar.internal";

    private final AgentUnderTest agent;
    private final CommandLineUnderTest line;
    private final HttpServer opened = server("hello from this computer");
    private final HttpServer other = server("not for guests");
    private RunningMachine machine;

    CopyAndHostServiceTest() throws IOException {
        agent = new AgentUnderTest();
        line = new CommandLineUnderTest(agent.environment());
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void bootOnce() throws Exception {
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
    }

    @BeforeEach
    void recoverFromAnEarlierTest() throws Exception {
        machine.ensureRuns();
    }

    @AfterAll
    void cleanUp() throws Exception {
        opened.stop(0);
        other.stop(0);
        agent.end();
    }

    @Test
    @Order(1)
    void filesAndFoldersAreCopiedOutUnderTheNameOfTheTarget() throws Exception {
        machine.run("mkdir -p dist/deep; head -c 3000000 /dev/zero > dist/app.bin; echo map > dist/deep/map;"
                + " ln -s /etc/passwd dist/link; echo dist/ >> .git/info/exclude");
        Path here = Files.createDirectories(agent.folder().resolve("here"));

        ran(0, "cp", "shop:dist/deep/map", here.resolve("renamed").toString());
        assertThat(here.resolve("renamed")).content().isEqualTo("map\n");
        assertThat(ran(1, "cp", "shop:dist", here.resolve("out").toString()).out())
                .contains("dist/link   is not a regular file");
        assertThat(Files.size(here.resolve("out/app.bin"))).isEqualTo(3_000_000);
        assertThat(here.resolve("out/deep/map")).content().isEqualTo("map\n");
        assertThat(ran(1, "cp", "shop:dist", here.resolve("out").toString()).out())
                .contains("Copied 2 files");
        assertThat(here.resolve("out/dist/deep/map")).content().isEqualTo("map\n");
        assertThat(here.resolve("out/link")).doesNotExist();
        assertThat(ran(1, "cp", "shop:none", here.toString()).err()).contains("/workspace/none in shop");
        assertThat(ran(3, "cp", "nobody:x", here.toString()).err()).contains("nobody");
    }

    @Test
    @Order(2)
    void filesAndFoldersAreCopiedInUnderTheNameOfTheTarget() throws Exception {
        Path folder = Files.createDirectories(agent.folder().resolve("in/deep"));
        Files.writeString(folder.resolve("a b.csv"), "1;2\n");
        String file = folder.resolve("a b.csv").toString();

        ran(0, "cp", file, "shop:old.csv");
        ran(0, "cp", file, "shop:/home/agent/");
        ran(0, "cp", java.util.Objects.requireNonNull(folder.getParent()).toString(), "shop:new");
        ran(0, "cp", folder.getParent().toString(), "shop:new");
        assertThat(machine.run("cat old.csv '/home/agent/a b.csv' 'new/deep/a b.csv' 'new/in/deep/a b.csv';"
                        + " stat -c %U old.csv; git status --porcelain"))
                .isEqualTo("1;2\n1;2\n1;2\n1;2\nagent");
        assertThat(ran(1, "cp", file, "shop:no/such/file").err()).contains("/workspace/no/such in shop");
        assertThat(ran(1, "cp", folder.toString(), "shop:old.csv").err())
                .contains("is a file, and a folder cannot be copied onto it");
        assertThat(ran(1, "cp", file, "shop:README.md").err()).contains("tracks README.md");
        assertThat(ran(1, "cp", file, "shop:/root/x").err()).contains("/root");
    }

    @Test
    @Order(3)
    void noServiceOfThisComputerIsReachedWithoutARuleThatNamesIt() throws Exception {
        rule("allow *:1-65535 any");
        rule("allow 10.213.0.0/24:1-65535 any");
        assertThat(fetched(NAME, opened)).isEmpty();
        assertThat(fetched("10.213.0.3", opened)).isEmpty();
        assertThat(fetched("10.213.0.1", opened)).isEmpty();
    }

    @Test
    @Order(4)
    void aRuleOpensOnePortWhichIsShownAndRecorded() throws Exception {
        rule("allow " + NAME + ":" + port(opened));
        assertThat(fetched(NAME, opened)).isEqualTo("hello from this computer");
        assertThat(fetched(NAME, other)).isEmpty();
        assertThat(ran(0, "policy", "show", "shop").out())
                .contains("allow " + NAME + ":" + port(opened), "port " + port(opened) + " of this computer");
        RunningMachine.await(
                () -> flows().stream().anyMatch(flow -> to(flow, opened) && flow.verdict() == Verdict.ALLOWED));
        assertThat(flows()).anyMatch(flow -> to(flow, opened) && NAME.equals(flow.name()));
        assertThat(flows()).noneMatch(flow -> to(flow, other) && flow.verdict() == Verdict.ALLOWED);
    }

    @Test
    @Order(5)
    void thePortsOfTheHostAgentStayClosed() throws Exception {
        int own = AgentPlace.from(agent.environment())
                .address()
                .map(AgentPlace.WrittenAddress::port)
                .orElseThrow();
        rule("allow " + NAME + ":" + own + " any");
        assertThat(fetched(NAME, own)).isEmpty();
        RunningMachine.await(() -> flows().stream()
                .anyMatch(flow -> flow.dst().endsWith(":" + own)
                        && flow.verdict() == Verdict.REFUSED
                        && String.valueOf(flow.rule()).contains("Belljar itself listens")));
    }

    @Test
    @Order(6)
    void theDeveloperIsAskedAboutThePortAndItsProgram() throws Exception {
        ran(0, "policy", "set", "shop", "ask");
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return fetched(NAME, other);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        List<Approval> waiting = new CopyOnWriteArrayList<>();
        RunningMachine.await(() -> {
            machine.client().call(PolicyApi.APPROVALS, new ListApprovals(null)).waiting().stream()
                    .filter(approval -> approval.port() == port(other))
                    .forEach(waiting::add);
            return !waiting.isEmpty();
        });
        Approval asked = waiting.getFirst();
        assertThat(asked.name()).isEqualTo(NAME);
        assertThat(asked.special())
                .startsWith("a service of this computer: ")
                .contains("(pid " + ProcessHandle.current().pid() + ")");
        ran(0, "allow", asked.id());
        assertThat(answer.get(4, TimeUnit.MINUTES)).isEqualTo("not for guests");
        assertThat(ran(0, "policy", "show", "shop").out()).contains("port " + port(other) + " of this computer");
    }

    private void rule(String words) throws Exception {
        ran(0, "policy", "add", "shop", words);
    }

    private CommandLineUnderTest.Ran ran(int exit, String... words) throws Exception {
        CommandLineUnderTest.Ran ran = line.run("", words);
        assertThat(ran.exit())
                .as(String.join(" ", words) + "\n" + ran.out() + ran.err())
                .isEqualTo(exit);
        return ran;
    }

    /// What the guest gets from the server; empty if it cannot connect.
    private String fetched(String host, HttpServer server) throws Exception {
        return fetched(host, port(server));
    }

    private String fetched(String host, int port) throws Exception {
        return machine.run("curl -s -m 200 http://%s:%d/ || true".formatted(host, port));
    }

    private List<FlowRow> flows() throws AgentException, InterruptedException {
        return machine.client()
                .call(SandboxApi.FLOWS.at(machine.id()), new ListFlows(500))
                .flows();
    }

    private static boolean to(FlowRow flow, HttpServer server) {
        return flow.dst().equals("10.213.0.3:" + port(server));
    }

    private static int port(HttpServer server) {
        return server.getAddress().getPort();
    }

    private static HttpServer server(String text) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, bytes.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(bytes);
            }
        });
        server.start();
        return server;
    }
}
