package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.certificate.CertificateFactory;
import dev.belljar.agent.certificate.KeptAuthority;
import dev.belljar.agent.host.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the root certificate with a real OpenSSL.
class RouteAuthorityTest {
    @TempDir
    private Path folder;

    @Test
    void theRootIsValidOnlyForAddressesOfSandboxes() throws Exception {
        assumeTrue(Command.of("sh", "-c", "command -v openssl").run().exit() == 0, "openssl is not installed");
        RouteAuthority root = RouteAuthority.open(folder, InstantSource.system());
        assertThat(verdict(root, "shop.sandbox.localhost")).contains("OK");
        assertThat(verdict(root, "*.sandbox.local")).contains("OK");
        for (String other : new String[] {"bank.example", "sandbox.localhost.example", "localhost", "printer.local"}) {
            assertThat(verdict(root, other)).as(other).contains("permitted subtree violation");
        }
    }

    @Test
    void theRootKeyIsPrivateAndKept() throws Exception {
        RouteAuthority first = RouteAuthority.open(folder, InstantSource.system());
        assertThat(RouteAuthority.open(folder, InstantSource.system())).isEqualTo(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first.key())))
                .isEqualTo("rw-------");
        Files.setPosixFilePermissions(first.key(), PosixFilePermissions.fromString("rw-r-----"));
        assertThatIOException()
                .isThrownBy(() -> RouteAuthority.open(folder, InstantSource.system()))
                .withMessageContaining("other users can read");
    }

    @Test
    void anExpiringRootIsReplacedWithItsCertificates() throws Exception {
        RouteAuthority first = RouteAuthority.open(folder, InstantSource.system());
        Path store = folder.resolve("store");
        Path signed = store.resolve("certificates/" + first.id() + "/x");
        Path before = store.resolve("pki/authorities/local/root.key");
        for (Path file : new Path[] {signed, before}) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "");
        }
        first.clean(store);
        assertThat(signed).exists();
        assertThat(before).doesNotExist();
        Instant later = Instant.now().plus(Duration.ofDays(3_600));
        RouteAuthority second = RouteAuthority.open(folder, InstantSource.fixed(later));
        assertThat(second.id()).isNotEqualTo(first.id());
        second.clean(store);
        assertThat(signed).doesNotExist();
    }

    private String verdict(RouteAuthority root, String name) throws Exception {
        KeptAuthority authority =
                KeptAuthority.open(root.key(), root.certificate(), InstantSource.system(), (key, now) -> {
                    throw new AssertionError("it is there");
                });
        KeyPair key = CertificateFactory.key();
        X509Certificate leaf =
                CertificateFactory.leaf(authority.certificate(), authority.key(), key.getPublic(), name, Instant.now());
        Path file = Files.writeString(
                folder.resolve("leaf.pem"),
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(leaf.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        Command.Output said = Command.of(
                        "openssl", "verify", "-CAfile", root.certificate().toString(), file.toString())
                .run();
        return said.text() + said.errorText();
    }
}
