package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.contract.view.network.RouteServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests a real Caddy in front of servers of this host that represent those in guests.
@Tag("slow")
class RoutingServiceTest {
    private static final String SHOP = "shop.sandbox.localhost";

    @TempDir
    private Path folder;

    private final FakeSites sites = new FakeSites();
    private DevServer dev;
    private HostFolders folders;
    private RoutingService routing;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(Command.of("sh", "-c", "command -v caddy").run().exit() == 0, "caddy is not installed");
        folders = new HostFolders(folder.resolve("d"), folder.resolve("c"), folder.resolve("r"), folder);
        Files.createDirectories(folders.data());
        dev = DevServer.start();
        sites.inside.put(3000, dev.port());
        sites.add("shop", SandboxSite.State.RUNNING, 3000);
        routing = serve();
    }

    @AfterEach
    void stop() throws Exception {
        if (routing != null) {
            routing.close();
            dev.close();
        }
    }

    private RoutingService serve() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        RoutingService fresh = RoutingService.in(
                folders, Map.of("BELLJAR_HTTPS_PORT", Integer.toString(free)), RoutingService.Naming.NONE);
        fresh.serve(sites);
        return fresh;
    }

    @Test
    void theRootIsConstrainedToAddressesOfSandboxes() throws Exception {
        browser();
        Path root = Path.of(Objects.requireNonNull(routing.server().certificate()));
        String text = Command.of("openssl", "x509", "-noout", "-text", "-in", root.toString())
                .check()
                .text();
        assertThat(text).contains("X509v3 Name Constraints: critical", "DNS:sandbox.localhost", "DNS:sandbox.local");
        assertThat(folders.data().resolve("routes/store/pki/authorities/local")).doesNotExist();
    }

    private TlsClient browser() throws Exception {
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> routing.server().state().equals("running")
                        && routing.server().certificate() != null);
        RouteServer server = routing.server();
        return new TlsClient(Path.of(Objects.requireNonNull(server.certificate())), server.httpsPort());
    }

    private List<ProcessIdentity> caddies() {
        return ProcessIdentity.startedWith(
                folders.data().resolve("routes/caddy.json").toString());
    }

    @Test
    void aDevServerIsReachedByItsNameAndSeesItsOwnHost() throws Exception {
        TlsClient browser = browser();
        String answer = browser.get(SHOP, "/x?y=1", "Origin: https://" + browser.authority(SHOP), "Cookie: a=b");
        assertThat(answer).startsWith("HTTP/1.1 200").contains("GET /x?y=1", "Host: localhost:3000", "Cookie: a=b");
        assertThat(answer).contains("Origin: http://localhost:3000", "X-Forwarded-Host: " + browser.authority(SHOP));
        assertThat(browser.get("3000-shop.sandbox.local", "/")).startsWith("HTTP/1.1 200");
        assertThat(browser.get(SHOP, "/moved")).contains("Location: https://" + browser.authority(SHOP) + "/there");
    }

    @Test
    void cookiesStayWithTheirSandbox() throws Exception {
        assertThat(browser().get(SHOP, "/"))
                .contains("Set-Cookie: id=1; Path=/", "Set-Cookie: more=1; Path=/")
                .doesNotContainIgnoringCase("domain");
    }

    /// To a browser all sandboxes are one site: a sandbox that could clear its site data would clear that of
    /// the others.
    @Test
    void noSandboxClearsTheSiteDataOfOthers() throws Exception {
        String answer = browser().get(SHOP, "/clear");
        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .contains("Kept: yes")
                .doesNotContainIgnoringCase("clear-site-data");
    }

    @Test
    void cookiesOfAWebSocketStayWithTheirSandboxToo() throws Exception {
        try (TlsClient.Talk talk = browser().talk(SHOP)) {
            assertThat(talk.head())
                    .startsWith("HTTP/1.1 101")
                    .contains("Set-Cookie: talk=1; Path=/", "Set-Cookie: more=1; Path=/");
            assertThat(talk.say("hello")).isEqualTo("hello");
        }
        try (TlsClient.Talk refused = browser().talk(SHOP, "Answer: domain=")) {
            assertThat(refused.head()).startsWith("HTTP/1.1 502").doesNotContainIgnoringCase("Set-Cookie");
        }
    }

    @Test
    void routingHeadersOfABrowserAreIgnored() throws Exception {
        TlsClient browser = browser();
        String answer = browser.get(
                SHOP, "/", "X-Sandbox-Upstream: 127.0.0.1:1", "X-Sandbox-Host: evil", "X-Sandbox-Origin: evil");
        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .contains("Host: localhost:3000")
                .doesNotContain("evil");
        assertThat(browser.get("nobody.sandbox.localhost", "/", "X-Sandbox-Upstream: 127.0.0.1:" + dev.port()))
                .startsWith("HTTP/1.1 404");
        assertThat(browser.get(SHOP, "/route")).contains("GET /route");
    }

    @Test
    void anUnknownNameIsNotServed() throws Exception {
        TlsClient browser = browser();
        assertThat(browser.get("nobody.sandbox.localhost", "/"))
                .startsWith("HTTP/1.1 404")
                .contains("Unknown address");
        assertThatIOException().isThrownBy(() -> browser.get("shop.example", "/"));
    }

    @Test
    void anotherUserOfTheHostIsRefused() throws Exception {
        assumeTrue(Command.of("id", "-u").run().text().strip().equals("0"), "only root can be somebody else");
        TlsClient browser = browser();
        String page = Command.of(
                        "setpriv",
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        "curl",
                        "-sk",
                        "--resolve",
                        browser.authority(SHOP) + ":127.0.0.1",
                        "https://" + browser.authority(SHOP))
                .run()
                .text();
        assertThat(page).contains("This address belongs to another user").doesNotContain("GET /");
    }

    @Test
    void anotherSiteNeitherStartsNorReachesASandbox() throws Exception {
        sites.add("docs", SandboxSite.State.ASLEEP);
        TlsClient browser = browser();
        String[] cross = {"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"};
        assertThat(browser.get("docs.sandbox.localhost", "/", cross)).contains("is stopped");
        assertThat(browser.get(SHOP, "/", "Origin: https://news.example")).startsWith("HTTP/1.1 403");
        assertThat(sites.woken).isEmpty();
        String[] own = {"Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"};
        assertThat(browser.get("docs.sandbox.localhost", "/", own)).contains("is starting", "Refresh: 2");
        assertThat(sites.woken).containsExactly("docs");
        sites.add("docs", SandboxSite.State.RUNNING, 3000);
        assertThat(browser.get("docs.sandbox.localhost", "/", own)).startsWith("HTTP/1.1 200");
    }

    @Test
    void aWebSocketStaysWhileFiftySandboxesComeAndGo() throws Exception {
        TlsClient browser = browser();
        try (TlsClient.Talk talk = browser.talk(SHOP)) {
            assertThat(talk.head()).startsWith("HTTP/1.1 101");
            for (int i = 0; i < 50; i++) {
                sites.add("more-" + i, SandboxSite.State.RUNNING, 3000);
                assertThat(browser.get("more-" + i + ".sandbox.localhost", "/")).startsWith("HTTP/1.1 200");
                if (i >= 10) {
                    sites.remove("more-" + (i - 10));
                }
            }
            assertThat(talk.say("still here")).isEqualTo("still here");
        }
    }

    @Test
    void aServerThatBreaksOffGivesAnErrorPage() throws Exception {
        TlsClient browser = browser();
        sites.inside.put(3000, 1);
        assertThat(browser.get(SHOP, "/")).startsWith("HTTP/1.1 502").contains("No response from the server");
    }

    @Test
    void requestedPathsAreNotLogged() throws Exception {
        TlsClient browser = browser();
        sites.inside.put(3000, 1);
        assertThat(browser.get(SHOP, "/?word=secret")).startsWith("HTTP/1.1 502");
        Path data = folders.data().resolve("routes");
        assertThat(data.resolve("caddy.log")).content().doesNotContain("secret");
        assertThat(data.resolve("caddy.out")).content().doesNotContain("secret");
    }

    @Test
    void aKilledCaddyIsStartedAgain() throws Exception {
        browser();
        ProcessIdentity first = caddies().getFirst();
        first.kill();
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> caddies().stream().anyMatch(each -> !each.equals(first)));
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> {
            try {
                return browser().get(SHOP, "/").startsWith("HTTP/1.1 200");
            } catch (IOException e) {
                return false;
            }
        });
    }

    @Test
    void aCaddyOfAKilledHostAgentIsReplaced() throws Exception {
        browser();
        ProcessIdentity left = caddies().getFirst();
        RoutingService next = RoutingService.in(folders, Map.of(), RoutingService.Naming.NONE);
        next.serve(sites);
        try {
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> !left.alive());
        } finally {
            next.close();
        }
    }

    @Test
    void aTakenPortIsAvoidedAndReported() throws Exception {
        routing.close();
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            routing = RoutingService.in(
                    folders,
                    Map.of("BELLJAR_HTTPS_PORT", Integer.toString(taken.getLocalPort())),
                    RoutingService.Naming.NONE);
            routing.serve(sites);
            assertThat(browser().get(SHOP, "/")).startsWith("HTTP/1.1 200");
            assertThat(routing.server().httpsPort()).isNotEqualTo(taken.getLocalPort());
            assertThat(routing.server().detail())
                    .contains("port " + taken.getLocalPort() + " is used by another program");
        }
    }

    @Test
    void aTooLongSocketPathIsReported() throws Exception {
        Path far = folder.resolve("r".repeat(100));
        HostFolders deep = new HostFolders(folder.resolve("d2"), folder.resolve("c"), far, folder);
        RoutingService unserved = RoutingService.in(deep, Map.of(), RoutingService.Naming.NONE);
        unserved.serve(sites);
        try {
            assertThat(unserved.server().state()).isEqualTo("failing");
            assertThat(unserved.server().detail()).contains("too long", "XDG_RUNTIME_DIR");
        } finally {
            unserved.close();
        }
    }

    @Test
    void theSocketsOfCaddyArePrivate() throws Exception {
        browser();
        Path run = folders.runtime().resolve("routes");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.resolve("admin"))))
                .isEqualTo("rw-------");
        routing.close();
        assertThat(caddies()).isEmpty();
    }
}
