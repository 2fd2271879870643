package dev.belljar.client.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.contract.view.RouteServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real database of a browser's, as Chromium keeps one.
class HostRepairTest {
    @TempDir
    private Path home;

    private Path database;

    @BeforeEach
    void make() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/certutil")), "certutil is not installed");
        database = Files.createDirectories(home.resolve(".pki/nssdb"));
        run("certutil", "-N", "-d", "sql:" + database, "--empty-password");
    }

    @Test
    void aBrowserThatTrustsAnOlderRootIsToldOfTheNewOne() throws Exception {
        RouteServer before = server("before");
        assertThat(HostRepair.done(browserSteps(before).getFirst())).isTrue();
        assertThat(browserSteps(before)).isEmpty();
        RouteServer after = server("after");
        assertThat(HostRepair.done(browserSteps(after).getFirst())).isTrue();
        assertThat(browserSteps(after)).isEmpty();
    }

    private List<HostRepair.Step> browserSteps(RouteServer server) throws Exception {
        return HostRepair.steps(server, home).stream()
                .filter(step -> step.what().contains(database.toString()))
                .toList();
    }

    private RouteServer server(String name) throws Exception {
        Path store = home.resolve(name + ".p12");
        Path root = home.resolve(name + ".pem");
        String keytool = Path.of(System.getProperty("java.home"), "bin/keytool").toString();
        run(
                keytool,
                "-genkeypair",
                "-alias",
                "x",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "bc:c",
                "-storepass",
                "secret",
                "-keystore",
                store.toString());
        run(
                keytool,
                "-exportcert",
                "-rfc",
                "-alias",
                "x",
                "-storepass",
                "secret",
                "-keystore",
                store.toString(),
                "-file",
                root.toString());
        return new RouteServer("running", "", 8443, 8080, root.toString(), "sandbox.localhost");
    }

    private static void run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
