package dev.belljar.agent.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.authority.TrustedAuthorities;
import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.host.SteadyNumber;
import dev.belljar.agent.mirror.ChosenMirrors;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.secret.LoginCode;
import dev.belljar.agent.secret.LoginServer;
import dev.belljar.agent.secret.ScriptedLoginServer;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.agent.secret.SecretStores;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event.HttpEvent;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests TLS inspection between a real client and a real server.
class InspectionTest {
    private static final String HOST = "api.example";
    private static final String VALUE = "real-token-0123456789";
    private static final PolicySubject SHOP_NAMES = new PolicySubject("s1", "shop", Path.of("/p"), Path.of("/f"));

    @TempDir
    private Path folder;

    private final BlockingQueue<HttpEvent> events = new LinkedBlockingQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private TestAuthority authority;
    private AuditLog audit;
    private SecretStore secrets;
    private InspectionSettings inspections;
    private PolicySubject shop;
    private Origin origin;

    @BeforeEach
    void start() throws Exception {
        origin = new Origin(null);
        open.add(origin);
        authority = new TestAuthority();
        audit = AuditLog.open(folder.resolve("audit"), Instant::now);
        secrets = SecretStores.in(folder.resolve("secrets.json"), audit);
        inspections = new InspectionSettings(
                secrets,
                audit,
                UpstreamTls.trusting(authority.store()),
                TrustedAuthorities.NONE,
                ChosenMirrors.NONE,
                InstantSource.system(),
                new HostBudget(192 << 20, 4 << 20));
        shop = new PolicySubject(
                SHOP_NAMES.id(), SHOP_NAMES.name(), folder, Files.createDirectories(folder.resolve("sandbox")));
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        audit.close();
    }

    private Relay relay(SSLContext server) throws Exception {
        return relay(server, HOST);
    }

    private Relay relay(SSLContext server, String host) throws Exception {
        inspections.set(shop, true, List.of(host));
        return unlisted(server, host);
    }

    private Relay unlisted(@org.jspecify.annotations.Nullable SSLContext server, String host) throws Exception {
        origin = new Origin(server);
        open.add(origin);
        ConnectionInspector inspector = inspections.inspector(shop, events::add);
        Relay relay = new Relay(inspector, host, origin.port(), server != null);
        open.add(relay);
        Files.writeString(
                folder.resolve("ca.pem"), String.valueOf(inspections.view(shop).certificate()));
        return relay;
    }

    private String curl(Relay relay, String... words) throws Exception {
        List<String> argv = new ArrayList<>(List.of(
                "curl", "-sS", "-m", "600", "--cacert", folder.resolve("ca.pem").toString()));
        argv.addAll(List.of("--resolve", HOST + ":" + relay.port() + ":127.0.0.1"));
        for (String word : words) {
            argv.add(
                    word.startsWith("/") && !word.startsWith(folder.toString())
                            ? "https://" + HOST + ":" + relay.port() + word
                            : word);
        }
        Command.Output output = Command.of(argv).timeout(Duration.ofMinutes(11)).run();
        return output.text() + output.errorText() + "exit " + output.exit();
    }

    private HttpEvent next() throws InterruptedException {
        HttpEvent event = events.poll(60, TimeUnit.SECONDS);
        assertThat(event).as("an event within a minute").isNotNull();
        return java.util.Objects.requireNonNull(event);
    }

    @Test
    void aRequestPassesAndIsRecorded() throws Exception {
        Relay relay = relay(authority.server(HOST));
        String said = curl(relay, "/things", "/more", "-d", "hello=1", "-H", "Authorization: Bearer mine");
        assertThat(said).isEqualTo("okokexit 0");
        HttpEvent event = next();
        assertThat(event.method() + " " + event.path() + " " + event.status()).isEqualTo("POST /things 200");
        assertThat(event.sentBody()).isEqualTo("hello=1");
        assertThat(event.gotBody()).isEqualTo("ok");
        assertThat(event.sent()).contains("Authorization: (not recorded)");
        assertThat(event.tls()).isTrue();
        assertThat(origin.heads).hasSize(2);
    }

    @Test
    @Tag("slow")
    void aHundredMebibytesPassWhole() throws Exception {
        Relay relay = relay(authority.server(HOST));
        String said = curl(
                relay, "/pour/104857600", "--output", folder.resolve("down").toString(), "-w", "%{size_download} ");
        assertThat(said).isEqualTo("104857600 exit 0");
    }

    @Test
    @Tag("slow")
    void tenMegabytesAreUploadedWithAndWithoutChunks() throws Exception {
        Relay relay = relay(authority.server(HOST));
        Path file = folder.resolve("up");
        Files.write(file, new byte[10_000_000]);
        assertThat(curl(relay, "/sum", "--data-binary", "@" + file)).isEqualTo("10000000exit 0");
        assertThat(curl(relay, "/sum", "-H", "Transfer-Encoding: chunked", "--data-binary", "@" + file))
                .isEqualTo("10000000exit 0");
    }

    @Test
    void aReaderThatDoesNotReadStopsTheServer() throws Exception {
        Relay relay = relay(authority.server(HOST));
        try (Socket socket =
                trusting().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), relay.port())) {
            socket.getOutputStream()
                    .write(("GET /pour/1000000000 HTTP/1.1\r\nHost: " + HOST + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(in.readNBytes(100)).hasSize(100);
            assertThat(SteadyNumber.of(origin.poured::get)).isLessThan(100_000_000);
        }
    }

    /// A client that trusts the sandbox's authority for all names.
    private SSLContext trusting() throws Exception {
        java.security.KeyStore store = java.security.KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(folder.resolve("ca.pem"))) {
            store.setCertificateEntry(
                    "ca",
                    java.security.cert.CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        javax.net.ssl.TrustManagerFactory trust = javax.net.ssl.TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void sixtyConcurrentRequestsComplete() throws Exception {
        Relay relay = relay(authority.server(HOST));
        SSLContext client = trusting();
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(CompletableFuture.supplyAsync(
                    () -> fetched(client, relay), java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()));
        }
        for (CompletableFuture<Integer> each : all) {
            assertThat(each.get(3, TimeUnit.MINUTES)).isGreaterThan(200_000);
        }
    }

    private static int fetched(SSLContext client, Relay relay) {
        try (Socket socket = client.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), relay.port())) {
            String request = "GET /pour/200000 HTTP/1.1\r\nHost: " + HOST + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().readAllBytes().length;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void anExpiredCertificateIsRejected() throws Exception {
        Relay relay = relay(authority.expired(HOST));
        assertThat(curl(relay, "/", "-w", "%{http_code}"))
                .contains("502")
                .contains("the server's certificate has expired or is not valid yet");
        assertThat(next().problem()).contains("has expired or is not valid yet");
        assertThat(origin.heads).isEmpty();
    }

    @Test
    void aCertificateForAnotherNameIsRejected() throws Exception {
        assertThat(curl(relay(authority.server("other.example")), "/"))
                .contains("the server's certificate is for another name");
        assertThat(origin.heads).isEmpty();
    }

    @Test
    void aCertificateOfAnUnknownAuthorityIsRejected() throws Exception {
        assertThat(curl(relay(new TestAuthority().server(HOST)), "/"))
                .contains("not signed by an authority that this computer trusts");
        assertThat(origin.heads).isEmpty();
    }

    @Test
    void aClientThatPinsCertificatesIsReported() throws Exception {
        Relay relay = relay(authority.server(HOST));
        Files.writeString(folder.resolve("ca.pem"), authority.pem());
        assertThat(curl(relay, "/")).contains("exit 60");
        assertThat(next().problem())
                .contains("it pins certificates")
                .contains("`belljar inspect shop off api.example`");
    }

    @Test
    void anotherHostOnAKeptConnectionIsRefused() throws Exception {
        Relay relay = relay(authority.server(HOST));
        String said = curl(
                relay,
                "/one",
                "--next",
                "-sS",
                "-m",
                "100",
                "--cacert",
                folder.resolve("ca.pem").toString(),
                "--resolve",
                HOST + ":" + relay.port() + ":127.0.0.1",
                "-H",
                "Host: evil.example",
                "/two");
        assertThat(said)
                .startsWith("okBelljar did not forward this request: the Host field does not match api.example");
        assertThat(origin.heads).hasSize(1);
        assertThat(next().problem()).isNull();
        assertThat(next().problem()).contains("the Host field does not match");
        assertThat(ContractJson.line(audit.newest(5))).contains("refused");
    }

    @Test
    void anUnlistedNameIsNotInspected() throws Exception {
        Relay relay = unlisted(authority.server(HOST), HOST);
        Files.writeString(folder.resolve("ca.pem"), authority.pem());
        assertThat(curl(relay, "/")).isEqualTo("okexit 0");
        assertThat(events).isEmpty();
    }

    @Test
    void plainHttpIsCheckedRequestByRequest() throws Exception {
        Relay relay = unlisted(null, HOST);
        String base = "http://" + HOST + ":" + relay.port();
        assertThat(curl(
                        relay,
                        base + "/a",
                        "--next",
                        "-sS",
                        "-m",
                        "100",
                        "-H",
                        "Host: evil.example",
                        "--resolve",
                        HOST + ":" + relay.port() + ":127.0.0.1",
                        base + "/b"))
                .startsWith("okBelljar did not forward this request");
        assertThat(origin.heads).hasSize(1);
        assertThat(next().status()).isEqualTo(421);
        assertThat(curl(relay, base + "/close")).isEqualTo("to the endexit 0");
    }

    @Test
    void aSecretIsInjectedAndItsEchoIsHidden() throws Exception {
        secrets.keep("API_TOKEN", VALUE);
        secrets.bind("API_TOKEN", HOST, false, "s1");
        String placeholder = String.valueOf(inspections.environment(shop).get("API_TOKEN"));
        assertThat(placeholder).startsWith("belljar-secret-API_TOKEN-");
        Relay relay = unlisted(authority.server(HOST), HOST);
        for (String path : List.of("/echo", "/pieces")) {
            String said = curl(relay, path, "-H", "X-Api: " + placeholder, "--compressed");
            assertThat(said)
                    .contains("X-Api: " + placeholder)
                    .doesNotContain(VALUE)
                    .endsWith("exit 0");
            assertThat(origin.heads.getLast()).contains("X-Api: " + VALUE).contains("Accept-Encoding: identity");
            HttpEvent event = next();
            assertThat(event.secrets()).containsExactly("API_TOKEN");
            assertThat(ContractJson.line(event)).doesNotContain(VALUE);
        }
        assertThat(ContractJson.line(audit.newest(20)))
                .contains("used for api.example")
                .doesNotContain(VALUE);
    }

    @Test
    void aLoginIsRenewedBeforeItIsUsedAndIsGoneWhenItIsRemoved() throws Exception {
        try (ScriptedLoginServer server = ScriptedLoginServer.start()) {
            server.lasting(0);
            var _ = secrets.login("API_TOKEN", server.described(), new LoginCode("code", "verifier", "http://x/"));
            server.lasting(3600);
            secrets.bind("API_TOKEN", HOST, false, "s1");
            String placeholder = String.valueOf(inspections.environment(shop).get("API_TOKEN"));
            Relay relay = relay(authority.server(HOST));
            String said = curl(relay, "/echo", "-H", "Authorization: Bearer " + placeholder);
            assertThat(origin.heads.getLast()).contains("Authorization: Bearer access-3");
            assertThat(said).doesNotContain("access-3");
            assertThat(secrets.list().getFirst().used()).isNotNull();
            secrets.remove("API_TOKEN");
            int before = origin.heads.size();
            assertThat(curl(relay, "/echo", "-H", "Authorization: Bearer " + placeholder))
                    .contains("which is not bound to api.example");
            assertThat(origin.heads).hasSize(before);
        }
    }

    @Test
    void aGuestThatRenewsALoginItselfGetsItsPlaceholder() throws Exception {
        try (ScriptedLoginServer server = ScriptedLoginServer.start()) {
            // The server is reached as a secret names it, and the guest would reach the same path on the host.
            LoginServer named = new LoginServer("https://" + HOST + "/oauth/token", "the-client");
            assertThatThrownBy(() -> secrets.login("API_TOKEN", named, new LoginCode("c", "v", "http://x/")))
                    .hasMessageContaining(HOST);
            var _ = secrets.login("API_TOKEN", server.described(), new LoginCode("code", "verifier", "http://x/"));
            Path file = folder.resolve("secrets.json");
            Files.writeString(file, Files.readString(file).replace(server.url(), named.token()));
            secrets.bind("API_TOKEN", "bound.example", false, "s1");
            String placeholder = String.valueOf(inspections.environment(shop).get("API_TOKEN"));
            assertThat(inspections.view(shop).bySecrets()).containsExactly(HOST, "bound.example");
            Relay relay = unlisted(authority.server(HOST), HOST);
            String said = curl(relay, "/oauth/token", "-d", "grant_type=refresh_token&refresh_token=" + placeholder);
            assertThat(said)
                    .contains("\"access_token\":\"" + placeholder + "\"")
                    .doesNotContain("access-2");
            assertThat(origin.heads).isEmpty();
        }
    }

    @Test
    void aPlaceholderToAnotherNameOrInPlainHttpIsRefused() throws Exception {
        secrets.keep("API_TOKEN", VALUE);
        secrets.bind("API_TOKEN", "bound.example", true, null);
        String placeholder = String.valueOf(inspections.environment(shop).get("API_TOKEN"));
        Relay relay = relay(authority.server(HOST));
        assertThat(curl(relay, "/x", "-H", "X-Api: " + placeholder)).contains("not bound to api.example");
        assertThat(origin.heads).isEmpty();
        secrets.bind("API_TOKEN", HOST, true, null);
        Relay plain = unlisted(null, HOST);
        assertThat(curl(plain, "http://" + HOST + ":" + plain.port() + "/y", "-H", "X-Api: " + placeholder))
                .contains("which is not bound to");
        assertThat(origin.heads).isEmpty();
    }

    @Test
    void aBindingIsForItsSandboxOnly() throws Exception {
        secrets.keep("API_TOKEN", VALUE);
        secrets.bind("API_TOKEN", HOST, false, "s2");
        assertThat(inspections.environment(shop)).isEmpty();
        assertThat(inspections.view(shop).bySecrets()).isEmpty();
        PolicySubject other = new PolicySubject("s2", "copy", folder, Files.createDirectories(folder.resolve("other")));
        assertThat(inspections.environment(other)).containsOnlyKeys("API_TOKEN");
        assertThat(inspections.view(other).bySecrets()).containsExactly(HOST);
        assertThat(inspections.setup(shop)).isEmpty();
        assertThat(new String(inspections.setup(other).orElseThrow().input(), StandardCharsets.US_ASCII))
                .contains("BEGIN CERTIFICATE")
                .doesNotContain("PRIVATE");
    }

    @Test
    void theAuthorityKeyIsPrivateAndKept() throws Exception {
        inspections.set(shop, true, List.of("*.example"));
        Path key = folder.resolve("sandbox/inspection/authority.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        InspectionSettings again = new InspectionSettings(
                secrets,
                audit,
                UpstreamTls.trusting(authority.store()),
                TrustedAuthorities.NONE,
                ChosenMirrors.NONE,
                InstantSource.system(),
                new HostBudget(192 << 20, 4 << 20));
        assertThat(again.view(shop)).isEqualTo(inspections.view(shop));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        InspectionSettings careful = new InspectionSettings(
                secrets,
                audit,
                UpstreamTls.trusting(authority.store()),
                TrustedAuthorities.NONE,
                ChosenMirrors.NONE,
                InstantSource.system(),
                new HostBudget(192 << 20, 4 << 20));
        assertThatThrownBy(() -> careful.view(shop)).isInstanceOf(InspectException.class);
    }

    @Test
    void namesAreSwitchedOnOffAndExempted() throws Exception {
        inspections.set(shop, true, List.of());
        assertThat(inspections.set(shop, false, List.of("pins.example")).except())
                .containsExactly("pins.example");
        assertThat(inspections.view(shop).names()).containsExactly("*");
        assertThat(inspections.set(shop, true, List.of("pins.example")).except())
                .isEmpty();
        assertThat(inspections.set(shop, false, List.of()).names()).isEmpty();
        assertThatThrownBy(() -> inspections.set(shop, true, List.of("a b"))).isInstanceOf(InspectException.class);
    }
}
