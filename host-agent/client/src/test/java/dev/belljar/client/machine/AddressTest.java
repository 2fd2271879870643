package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.AgentClient;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.RouteServer;
import dev.belljar.contract.view.network.RouteTable;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests the address of a server in a real machine: https with a valid certificate, a page while the machine is
/// hibernated, and a start on a visit.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(StoryExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AddressTest {
    private static final String[] PERSON = {
        "-H", "Sec-Fetch-Site: none", "-H", "Sec-Fetch-Mode: navigate", "-H", "Sec-Fetch-Dest: document"
    };

    private final AgentUnderTest agent;
    private RunningMachine machine;
    private RouteServer server;

    AddressTest() throws IOException {
        agent = new AgentUnderTest();
        machine = new RunningMachine(agent, "");
        server = new RouteServer("", "", 0, 0, null, "");
    }

    @BeforeAll
    void bootOnce() throws Exception {
        agent.set("BELLJAR_ROUTES", "on");
        agent.set("BELLJAR_HTTPS_PORT", Integer.toString(freePort()));
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        RunningMachine.await(() -> routes().call(AccessApi.ROUTES).server().certificate() != null
                && routes().call(AccessApi.ROUTES).server().state().equals("running"));
        server = routes().call(AccessApi.ROUTES).server();
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    private AgentClient routes() throws dev.belljar.client.AgentException, InterruptedException {
        return agent.client();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /// Requests this address of the sandbox with curl, which checks the certificate, and returns head and
    /// body of the response.
    private String get(String path, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "curl",
                "-si",
                "--http1.1",
                "--max-time",
                "60",
                "--cacert",
                Objects.requireNonNull(server.certificate())));
        words.addAll(Arrays.asList(more));
        words.add("https://shop.sandbox.localhost:" + server.httpsPort() + path);
        return host(words.toArray(String[]::new));
    }

    @Test
    @Order(1)
    void anAddressWithoutAServerAnswersWithAPage() throws Exception {
        assertThat(get("/")).startsWith("HTTP/1.1 503").contains("No server in shop");
    }

    @Test
    @Order(2)
    void aDevServerOnTheGuestsLoopbackIsFoundAndReached() throws Exception {
        machine.run("mkdir -p /tmp/site && echo hello from inside > /tmp/site/index.html");
        machine.run("(cd /tmp/site && setsid python3 -m http.server --bind 127.0.0.1 5173"
                + " >/dev/null 2>/tmp/site.log </dev/null &)");
        RunningMachine.await(() -> Integer.valueOf(5173)
                .equals(routes().call(AccessApi.SANDBOX_ROUTES.at("shop")).main()));
        assertThat(get("/")).startsWith("HTTP/1.1 200").contains("hello from inside");
        RouteTable table = routes().call(AccessApi.SANDBOX_ROUTES.at("shop"));
        assertThat(table.url()).isEqualTo("https://shop.sandbox.localhost:" + server.httpsPort() + "/");
        assertThat(table.ports()).anySatisfy(route -> {
            assertThat(route.process()).contains("python3");
            assertThat(route.url()).startsWith("https://5173-shop.");
        });
    }

    @Test
    @Order(3)
    void aWebSocketReachesTheGuest() throws Exception {
        machine.run("""
                cat >/tmp/ws.py <<'END'
                import base64, hashlib, socketserver
                class Echo(socketserver.StreamRequestHandler):
                    def handle(self):
                        key = b''
                        for line in iter(lambda: self.rfile.readline().strip(), b''):
                            if line.lower().startswith(b'sec-websocket-key:'): key = line.split(b':')[1].strip()
                        accept = base64.b64encode(hashlib.sha1(key + b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest())
                        self.wfile.write(b'HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\n'
                            b'Connection: Upgrade\\r\\nSec-WebSocket-Accept: ' + accept
                            + b'\\r\\n\\r\\n' + b'\\x81\\x05hello')
                        self.rfile.read(2)
                socketserver.ThreadingTCPServer(('127.0.0.1', 8000), Echo).serve_forever()
                END
                (setsid python3 /tmp/ws.py >/dev/null 2>&1 </dev/null &)
                """);
        RunningMachine.await(() -> routes().call(AccessApi.SANDBOX_ROUTES.at("shop")).ports().stream()
                .anyMatch(route -> route.port() == 8000));
        String answer = get(
                "/",
                "--max-time",
                "10",
                "--resolve",
                "8000-shop.sandbox.localhost:" + server.httpsPort() + ":127.0.0.1",
                "-H",
                "Host: 8000-shop.sandbox.localhost:" + server.httpsPort(),
                "-H",
                "Connection: Upgrade",
                "-H",
                "Upgrade: websocket",
                "-H",
                "Sec-WebSocket-Version: 13",
                "-H",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
        assertThat(answer).startsWith("HTTP/1.1 101").contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "hello");
    }

    @Test
    @Order(4)
    void aRealBrowserTrustsTheCertificateAndOpensAWebSocket() throws Exception {
        assumeTrue(HeadlessBrowser.here(), "no browser here");
        String talk = "new WebSocket('wss://8000-' + location.host).onmessage = e => fetch('/?heard=' + e.data)";
        machine.run("echo \"<script>" + talk + "</script>\" >/tmp/site/talk.html");
        String page = "https://shop.sandbox.localhost:" + server.httpsPort() + "/talk.html";
        try (HeadlessBrowser _ =
                HeadlessBrowser.open(agent.folder(), Objects.requireNonNull(server.certificate()), page)) {
            RunningMachine.await(() -> machine.run("cat /tmp/site.log").contains("/?heard=hello"));
        }
    }

    private static String host(String... words) throws Exception {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out;
    }

    @Test
    @Order(5)
    void aPortForwardLeadsToTheGuest() throws Exception {
        int host = freePort();
        routes().call(AccessApi.FORWARD.at("shop"), new ForwardPort(5173, host, 60));
        assertThat(host("curl", "-s", "--max-time", "60", "http://127.0.0.1:" + host + "/"))
                .contains("hello from inside");
        assertThat(routes().call(AccessApi.UNFORWARD.at("shop", Integer.toString(host)))
                        .guest())
                .isEqualTo(5173);
    }

    @Test
    @Order(6)
    void aHibernatedMachineIsResumedOnlyByAUsersRequest() throws Exception {
        agent.client().call(SandboxApi.STOP.at("shop"), new StopSandbox(true, false));
        machine.awaitState(SandboxState.STOPPED);
        assertThat(get("/", "-H", "Sec-Fetch-Site: cross-site", "-H", "Sec-Fetch-Mode: no-cors"))
                .startsWith("HTTP/1.1 403");
        assertThat(get("/")).contains("shop is stopped");
        assertThat(machine.state()).isEqualTo(SandboxState.STOPPED);
        assertThat(get("/", PERSON)).contains("shop is starting").contains("Refresh: 2");
        machine.awaitState(SandboxState.RUNNING);
        // The machine's ports are known again after the next poll.
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> get("/", PERSON).startsWith("HTTP/1.1 200"));
        assertThat(get("/", PERSON)).startsWith("HTTP/1.1 200").contains("hello from inside");
    }
}
