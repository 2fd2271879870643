package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.HostFolders;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests a name that two sandboxes have in succession, with a real browser that trusts the root in its own
/// database.
@Timeout(180)
class ReusedNameTest {
    private static final long PATIENCE = 60;

    @TempDir
    private Path folder;

    private final FakeSites sites = new FakeSites();
    private DevServer dev;
    private RoutingService routing;

    @BeforeEach
    void serve() throws Exception {
        assumeTrue(
                Command.of("sh", "-c", "command -v caddy && command -v chromium && command -v certutil")
                                .run()
                                .exit()
                        == 0,
                "no browser here");
        HostFolders folders = new HostFolders(folder.resolve("d"), folder.resolve("c"), folder.resolve("r"), folder);
        Files.createDirectories(folders.data());
        dev = DevServer.start();
        sites.inside.put(3000, dev.port());
        sites.add("id-first", "shop", SandboxSite.State.RUNNING, 3000);
        String free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = Integer.toString(socket.getLocalPort());
        }
        routing = RoutingService.in(folders, Map.of("BELLJAR_HTTPS_PORT", free), RoutingService.Naming.NONE);
        routing.serve(sites);
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> routing.server().state().equals("running"));
    }

    @AfterEach
    void end() throws Exception {
        if (routing != null) {
            routing.close();
            dev.close();
        }
    }

    @Test
    void theSecondSandboxFindsNoSiteDataOfTheFirst() throws Exception {
        Path list = Files.createDirectories(folder.resolve("home/.pki/nssdb"));
        String root = Objects.requireNonNull(routing.server().certificate());
        Command.of("certutil", "-d", "sql:" + list, "-N", "--empty-password").check();
        Command.of("certutil", "-d", "sql:" + list, "-A", "-t", "C,,", "-n", "x", "-i", root)
                .check();
        Process browser = Command.of(
                        "chromium",
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--remote-debugging-port=0",
                        routing.url("shop", null) + "page")
                .env("HOME", folder.resolve("home").toString())
                .startTied(folder.resolve("browser.log"));
        try {
            assertThat(seen()).isEqualTo("/seen?null;");
            assertThat(seen()).isEqualTo("/seen?kept;word=kept");
            sites.add("id-second", "shop", SandboxSite.State.RUNNING, 3000);
            String next = seen();
            while (next.equals("/seen?kept;word=kept")) {
                next = seen();
            }
            assertThat(next).isEqualTo("/seen?null;");
            assertThat(seen()).as("what the second keeps is its own").isEqualTo("/seen?kept;word=kept");
        } finally {
            Command.killTied(browser);
            browser.waitFor();
        }
    }

    private String seen() throws InterruptedException {
        BlockingQueue<String> told = dev.seen();
        return Objects.requireNonNull(told.poll(PATIENCE, TimeUnit.SECONDS), "the browser tells nothing");
    }
}
