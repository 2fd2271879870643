package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.policy.BindSecret;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.request.policy.SetInspection;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.OwnAddress;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Tests that a program in a real machine uses a secret without seeing its value.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InspectedMachineTest {
    private static final String HOST = "api.belljar.test";
    private static final String VALUE = "real-token-0123456789";

    private final AgentUnderTest agent;
    private final FewNames names;
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private RunningMachine machine;
    private int port;

    InspectedMachineTest() throws IOException {
        agent = new AgentUnderTest();
        // Not the loopback: a guest that gets its address connects to itself.
        names = new FewNames(Map.of(HOST, OwnAddress.find()));
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void start() throws Exception {
        InetAddress own = OwnAddress.find();
        Path folder = agent.folder();
        openssl(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-days",
                "2",
                "-keyout",
                folder.resolve("key").toString(),
                "-out",
                folder.resolve("cert").toString(),
                "-subj",
                "/CN=" + HOST,
                "-addext",
                "subjectAltName=DNS:" + HOST);
        openssl(
                "pkcs12",
                "-export",
                "-inkey",
                folder.resolve("key").toString(),
                "-in",
                folder.resolve("cert").toString(),
                "-out",
                folder.resolve("p12").toString(),
                "-passout",
                "pass:test");
        port = serve(own);
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        agent.set("BELLJAR_KEYRING", "off");
        agent.set("SSL_CERT_FILE", folder.resolve("cert").toString());
        agent.start();
        machine = RunningMachine.begun(agent, TestProject.in(folder, "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        String rule = "allow %s:%d at %s".formatted(HOST, port, own.getHostAddress());
        agent.client().call(PolicyApi.ADD_RULE.at(machine.id()), new AddRule(rule, RuleScope.SANDBOX));
    }

    @AfterAll
    void stop() throws Exception {
        agent.end();
        names.close();
    }

    private static void openssl(String... words) throws IOException, InterruptedException {
        List<String> argv = new java.util.ArrayList<>(List.of(words));
        argv.addFirst("openssl");
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private int serve(InetAddress address) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(agent.folder().resolve("p12"))) {
            store.load(in, "test".toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, "test".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(address, 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", this::echo);
        server.start();
        return server.getAddress().getPort();
    }

    private void echo(HttpExchange exchange) throws IOException {
        String token = String.valueOf(exchange.getRequestHeaders().getFirst("X-Api"));
        seen.add(token);
        byte[] body = ("you said " + token + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void aSecretIsInjectedAndTheGuestNeverSeesIt() throws Exception {
        seen.clear();
        agent.client().call(SecretApi.KEEP, new KeepSecret("API_TOKEN", VALUE));
        agent.client().call(SecretApi.BIND.at("API_TOKEN"), new BindSecret(HOST, null, machine.id()));
        List<Event> events = new CopyOnWriteArrayList<>();
        String url = "https://%s:%d/".formatted(HOST, port);
        long before =
                agent.client().call(SandboxApi.GET.at(machine.id())).status().lastSeq();
        try (var _ = agent.client().follow(machine.id(), before, Set.of(EventType.HTTP), events::addAll)) {
            String said = machine.run("curl -sS -m 100 -H \"X-Api: $API_TOKEN\" " + url);
            assertThat(seen).containsExactly(VALUE);
            assertThat(said).startsWith("you said belljar-secret-API_TOKEN-").doesNotContain(VALUE);
            RunningMachine.await(() -> !events.isEmpty());
            assertThat(events.getFirst()).isInstanceOfSatisfying(HttpEvent.class, event -> {
                assertThat(event.secrets()).containsExactly("API_TOKEN");
                assertThat(event.status()).isEqualTo(200);
                assertThat(event.toString()).doesNotContain(VALUE);
            });
        }
        assertThat(machine.run("env -u SSL_CERT_FILE curl -sS -m 100 " + url)).isEqualTo("you said null");
        assertThat(machine.run("cat /etc/environment")).contains("API_TOKEN=belljar-secret-API_TOKEN-");
        // Not as an argument, because arguments of all programs are recorded.
        String search = "printf '%s%s' '" + VALUE.substring(0, 10) + "' '" + VALUE.substring(10)
                + "' | grep -rslFf - /etc /usr/local /run /tmp /workspace; true";
        assertThat(new String(
                        java.util.Base64.getDecoder()
                                .decode(machine.asRoot(search).stdout()),
                        StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(machine.run("ls /usr/local/share/ca-certificates")).isEqualTo("belljar.crt");
        assertThat(machine.run("ls -R / 2>/dev/null | grep authority.key; true"))
                .isEmpty();
    }

    @Test
    void aRequestForAnotherHostThanItsConnectionsIsRefused() throws Exception {
        agent.client().call(SecretApi.INSPECT.at(machine.id()), new SetInspection(true, List.of(HOST)));
        seen.clear();
        String url = "https://%s:%d/".formatted(HOST, port);
        assertThat(machine.run("curl -sS -m 100 -o /dev/null -w '%{http_code}' -H 'Host: front.test' " + url))
                .isEqualTo("421");
        assertThat(seen).isEmpty();
        assertThat(machine.run("curl -sS -m 100 " + url)).isEqualTo("you said null");
    }

    @Test
    void repeatedInspectionChangesAddTheCertificateOnce() throws Exception {
        for (int i = 0; i < 2; i++) {
            agent.client().call(SecretApi.INSPECT.at(machine.id()), new SetInspection(true, List.of("other.test")));
        }
        assertThat(machine.run("grep -c 'belljar begin' /etc/ssl/certs/ca-certificates.crt"))
                .isEqualTo("1");
    }
}
