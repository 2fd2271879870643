package dev.belljar.app.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.app.desktop.TrustState.TrustStatus;
import dev.belljar.client.BrowserTrust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests with real databases of two browsers: the reported state is correct, also if one cannot be read.
class DesktopBrowsersTest {
    @TempDir
    private Path home;

    private DesktopBrowsers browsers;
    private Path root;

    @BeforeEach
    void make() throws Exception {
        String path = System.getenv("PATH");
        assumeTrue(BrowserTrust.able(path), "certutil is not installed");
        browsers = new DesktopBrowsers(home, path);
        root = home.resolve("root.pem");
        Path maker = database("maker");
        // An elliptic-curve key, because generating an RSA key can take any amount of time.
        run(
                "-S",
                "-k",
                "ec",
                "-q",
                "nistp256",
                "-x",
                "-n",
                "x",
                "-s",
                "CN=x",
                "-t",
                "C,,",
                "-z",
                "/proc/self/exe",
                "-d",
                "sql:" + maker);
        run("-L", "-n", "x", "-d", "sql:" + maker, "-o", root.toString(), "-a");
    }

    @Test
    void withoutCertutilTheMissingPackageIsNamed() throws Exception {
        database(".pki/nssdb");
        TrustState trust = new DesktopBrowsers(home, home.toString()).look(root);
        assertThat(trust.hindrance()).contains("certutil");
        assertThat(trust.remedy()).contains("libnss3-tools");
    }

    @Test
    void trustIsAddedToAndRemovedFromEveryBrowser() throws Exception {
        database(".pki/nssdb");
        database(".mozilla/firefox/k2.default");
        assertThat(standings(browsers.look(root))).containsOnly(TrustStatus.NOT_YET);
        assertThat(standings(browsers.give(root))).hasSize(2).containsOnly(TrustStatus.TRUSTED);
        assertThat(standings(browsers.takeBack(root))).hasSize(2).containsOnly(TrustStatus.NOT_YET);
    }

    @Test
    void theTrustOfAnUnreadableBrowserIsUnknown() throws Exception {
        Path broken = database(".pki/nssdb");
        database(".mozilla/firefox/k2.default");
        assertThat(browsers.give(root).missing()).isFalse();
        Files.writeString(broken.resolve("cert9.db"), "no database ".repeat(1_000));
        assertThatThrownBy(() -> browsers.takeBack(root))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(broken.toString());
        TrustState after = browsers.look(root);
        assertThat(standings(after)).containsExactly(TrustStatus.UNKNOWN, TrustStatus.NOT_YET);
        assertThat(after.unclear()).isTrue();
        assertThat(after.given()).isTrue();
    }

    private static List<TrustStatus> standings(TrustState trust) {
        return trust.browsers().stream().map(TrustState.BrowserState::status).toList();
    }

    private Path database(String place) throws Exception {
        Path folder = Files.createDirectories(home.resolve(place));
        run("-N", "-d", "sql:" + folder, "--empty-password");
        return folder;
    }

    private static void run(String... words) throws Exception {
        BrowserTrust.run(List.of(Stream.concat(Stream.of(BrowserTrust.CERTUTIL), Stream.of(words))
                .toList()));
    }
}
