package dev.belljar.client.command.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.BrowserFolder;
import dev.belljar.contract.view.network.RouteServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests repairs with a real browser database like Chromium's.
@Tag("slow")
class HostRepairTest {
    @TempDir
    private Path home;

    private Path database;

    @BeforeEach
    void make() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/certutil")), "certutil is not installed");
        database = BrowserFolder.make(home.resolve(".pki/nssdb"));
    }

    @Test
    void aBrowserThatTrustsAnOlderRootIsGivenTheNewOne() throws Exception {
        RouteServer before = server("before");
        assertThat(HostRepair.done(browserSteps(before).getFirst())).isTrue();
        assertThat(browserSteps(before)).isEmpty();
        RouteServer after = server("after");
        assertThat(HostRepair.done(browserSteps(after).getFirst())).isTrue();
        assertThat(browserSteps(after)).isEmpty();
    }

    private List<HostRepair.RepairStep> browserSteps(RouteServer server) throws Exception {
        return HostRepair.steps(server, home).stream()
                .filter(step -> step.what().contains(database.toString()))
                .toList();
    }

    @Test
    void aBrowserThatCannotBeReadFailsWithTheReason() throws Exception {
        RouteServer server = server("now");
        Files.writeString(database.resolve("cert9.db"), "no database ".repeat(1_000));
        HostRepair.RepairStep step = browserSteps(server).getFirst();
        assertThatThrownBy(() -> HostRepair.done(step))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be read");
    }

    private RouteServer server(String name) throws Exception {
        Path root = BrowserFolder.root(home, name);
        return new RouteServer("running", "", 8443, 8080, root.toString(), "sandbox.localhost");
    }
}
