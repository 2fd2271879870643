package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.portforward.UnaskedPort;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.view.network.PortForward;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests a host without Caddy.
@Timeout(300)
class WithoutCaddyTest {
    @TempDir
    private Path folder;

    private final FakeSites sites = new FakeSites();
    private DevServer dev;
    private RoutingService routing;

    @BeforeEach
    void serve() throws Exception {
        dev = DevServer.start();
        sites.inside.put(3000, dev.port());
        sites.add("shop", SandboxSite.State.RUNNING, 3000);
        HostFolders folders = new HostFolders(folder.resolve("d"), folder.resolve("c"), folder.resolve("r"), folder);
        Path nothing = Files.createDirectories(folder.resolve("empty"));
        routing = RoutingService.in(folders, Map.of("PATH", nothing.toString()), RoutingService.Naming.NONE);
        routing.serve(sites);
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> !routing.server().state().equals("starting")
                        && !routing.checks().isEmpty());
    }

    @AfterEach
    void end() throws IOException {
        routing.close();
        dev.close();
    }

    @Test
    void aMissingCaddyIsReportedWithAFix() {
        assertThat(routing.server().state()).isEqualTo("missing");
        assertThat(routing.server().detail()).contains("Caddy is not installed", "`belljar port`");
        assertThat(routing.server().certificate()).isNull();
        assertThat(routing.checks()).singleElement().satisfies(check -> {
            assertThat(check.level()).isEqualTo("warn");
            assertThat(check.detail()).contains("Caddy is not installed");
            assertThat(check.fix()).isEqualTo("sudo apt-get install caddy");
        });
    }

    @Test
    void aCaddyWithoutAVersionIsTriedAgain() throws Exception {
        Path tries = folder.resolve("tries");
        Path program = folder.resolve("empty/caddy");
        String script = "#!/bin/sh\necho >> %s; [ \"$1\" = version ] && echo ' '\n".formatted(tries);
        Files.createFile(program, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(program, script);
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> Files.exists(tries) && Files.size(tries) >= 4);
        assertThat(routing.server().state()).isEqualTo("failing");
    }

    @Test
    void portsAreForwardedWithoutCaddy() throws Exception {
        int host = UnaskedPort.free();
        PortForward forward = routing.forward("id-shop", new ForwardPort(3000, host, null));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), forward.host())) {
            socket.getOutputStream().write("GET /inside HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200")
                    .contains("GET /inside");
        }
        assertThat(routing.forwards("id-shop")).containsExactly(forward);
        assertThat(routing.url("shop", null)).isEqualTo("https://shop.sandbox.localhost/");
    }
}
