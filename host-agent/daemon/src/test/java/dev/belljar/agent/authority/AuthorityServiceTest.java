package dev.belljar.agent.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.certificate.CertificateFactory;
import dev.belljar.agent.certificate.PemCodec;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.network.AuthorityList;
import dev.belljar.contract.view.network.HostAuthority;
import dev.belljar.contract.view.network.UnusableFile;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which certificates of a host are offered to guests, and that only chosen ones are trusted.
class AuthorityServiceTest {
    private static final Path SHOP = Path.of("/home/me/shop");
    private static final Path OTHER = Path.of("/home/me/other");

    @TempDir
    private Path folder;

    private Path anchors;
    private Path distribution;
    private KeyPair key;
    private AuditLog audit;
    private AuthorityService service;
    private Instant now = Instant.now();

    @BeforeEach
    void start() throws Exception {
        anchors = Files.createDirectories(folder.resolve("anchors"));
        distribution = Files.createDirectories(folder.resolve("distribution"));
        key = CertificateFactory.key();
        audit = AuditLog.open(folder.resolve("audit"), Instant::now);
        service = open(Map.of());
    }

    @AfterEach
    void stop() {
        audit.close();
    }

    private AuthorityService open(Map<String, String> environment) {
        Map<String, Path> others = new LinkedHashMap<>();
        others.put(anchors.toString(), anchors);
        others.putAll(CertificatePlaces.named(environment));
        CertificatePlaces places =
                new CertificatePlaces(List.of(distribution), List.of(anchors.resolve("belljar.crt")), others);
        return new AuthorityService(folder.resolve("authorities.json"), places, audit, () -> now);
    }

    private X509Certificate authority(String name) throws Exception {
        return CertificateFactory.authority(key, name, 0, List.of(), Instant.now());
    }

    private String put(Path place, String name) throws Exception {
        X509Certificate made = authority(name);
        Files.writeString(place.resolve(name + ".crt"), PemCodec.of(made));
        return CertificateFacts.fingerprint(made);
    }

    private HostAuthority only() throws Exception {
        AuthorityList list = service.list();
        assertThat(list.authorities()).hasSize(1);
        return list.authorities().getFirst();
    }

    @Test
    void whatTheDistributionDoesNotHaveIsOfferedAndNotTrusted() throws Exception {
        X509Certificate known = authority("known");
        Files.writeString(distribution.resolve("known.crt"), PemCodec.of(known));
        String fingerprint = put(anchors, "company");
        put(anchors, "belljar");
        Files.createSymbolicLink(anchors.resolve("known.pem"), distribution.resolve("known.crt"));
        Files.writeString(
                anchors.resolve("bundle.pem"),
                "# all\n" + PemCodec.of(known) + Files.readString(anchors.resolve("company.crt")));
        HostAuthority one = only();
        assertThat(one.fingerprint()).isEqualTo(fingerprint).hasSize(64);
        assertThat(one.subject()).contains("CN=company");
        assertThat(one.issuer()).isEqualTo(one.subject());
        assertThat(one.sources())
                .containsExactlyInAnyOrder(
                        anchors.resolve("bundle.pem").toRealPath().toString(),
                        anchors.resolve("company.crt").toRealPath().toString());
        assertThat(one.chosen()).isFalse();
        assertThat(one.problem()).isNull();
        assertThat(one.validUntil()).isGreaterThan(now.toEpochMilli());
        assertThat(service.of(SHOP)).isEmpty();
    }

    @Test
    void anAuthorityIsTrustedByAllSandboxesOrByThoseOfAProject() throws Exception {
        String everywhere = put(anchors, "everywhere");
        String mine = put(anchors, "mine");
        service.trust(List.of(everywhere.substring(0, 8)), null);
        service.trust(List.of(mine.toUpperCase(java.util.Locale.ROOT)), SHOP.toString());
        assertThat(service.of(SHOP)).extracting(CertificateFacts::fingerprint).containsExactly(everywhere, mine);
        assertThat(service.of(OTHER)).extracting(CertificateFacts::fingerprint).containsExactly(everywhere);
        // A host agent that starts again knows the choices, even if the files are gone.
        Files.delete(anchors.resolve("mine.crt"));
        service = open(Map.of());
        assertThat(service.of(SHOP)).hasSize(2);
        assertThat(service.list().authorities())
                .anySatisfy(each -> assertThat(each.projects()).containsExactly(SHOP.toString()))
                .anySatisfy(each -> assertThat(each.everywhere()).isTrue());
        service.revoke(List.of(everywhere), null);
        assertThat(service.of(OTHER)).isEmpty();
        service.revoke(List.of(mine), SHOP.toString());
        assertThat(service.of(SHOP)).isEmpty();
        assertThat(audit.newest(10))
                .extracting(entry -> entry.what() + " " + entry.verdict())
                .containsExactly("authority trusted", "authority trusted", "authority revoked", "authority revoked");
    }

    @Test
    void onlyValidAuthoritiesCanBeTrusted() throws Exception {
        X509Certificate authority = authority("company");
        X509Certificate leaf = CertificateFactory.leaf(
                authority, key.getPrivate(), CertificateFactory.key().getPublic(), "a.example", Instant.now());
        Files.writeString(anchors.resolve("server.crt"), PemCodec.of(leaf));
        assertThat(only().problem()).isEqualTo("it is not the certificate of an authority");
        String server = only().fingerprint();
        assertThatThrownBy(() -> service.trust(List.of(server), null))
                .isInstanceOf(BelljarException.class)
                .hasMessageContaining("not the certificate of an authority");
        Files.delete(anchors.resolve("server.crt"));
        String company = put(anchors, "company");
        service.trust(List.of(company), null);
        now = now.plus(Duration.ofDays(10_000));
        assertThat(only().problem()).startsWith("it expired on 20");
        assertThat(service.of(SHOP)).isEmpty();
        assertThatThrownBy(() -> service.trust(List.of(company), null)).hasMessageContaining("it expired on");
        now = Instant.now().minus(Duration.ofDays(100));
        assertThat(only().problem()).startsWith("it is not valid before");
    }

    @Test
    void whatIsNotACertificateIsLeftOutWithTheReason() throws Exception {
        Files.writeString(
                anchors.resolve("key.pem"),
                PemCodec.of(authority("company"))
                        + "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
        Files.write(anchors.resolve("noise.crt"), new byte[] {0x30, (byte) 0x82, 1, 2, 3, (byte) 0xff});
        Files.write(anchors.resolve("large.crt"), new byte[CertificateReader.MOST_BYTES + 1]);
        Files.writeString(anchors.resolve("empty.crt"), "");
        Files.writeString(
                anchors.resolve("damaged.pem"), "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
        Files.createSymbolicLink(anchors.resolve("nowhere.pem"), Path.of("missing"));
        Files.createDirectory(anchors.resolve("folder.crt"));
        AuthorityList list = service.list();
        assertThat(list.authorities()).isEmpty();
        assertThat(list.unusable())
                .extracting(UnusableFile::problem)
                .containsExactlyInAnyOrder(
                        "it contains a private key: expected certificates only",
                        "one of its certificates is damaged",
                        "it is larger than 4 MiB",
                        "it contains no certificate in PEM or DER",
                        "one of its certificates is damaged");
    }

    @Test
    void aPipeIsNotOpened() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", anchors.resolve("pipe.pem").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(service.list().unusable())
                .extracting(UnusableFile::problem)
                .containsExactly("it is not a regular file");
    }

    @Test
    void environmentVariablesNameFilesAndFolders() throws Exception {
        X509Certificate made = authority("company");
        Path file = Files.write(folder.resolve("company.bin"), made.getEncoded());
        service = open(Map.of("NODE_EXTRA_CA_CERTS", file.toString(), "SSL_CERT_FILE", "/does/not/exist"));
        assertThat(only().sources()).containsExactly("NODE_EXTRA_CA_CERTS=" + file);
        assertThat(service.list().unusable())
                .containsExactly(new UnusableFile("SSL_CERT_FILE=/does/not/exist", "it does not exist"));
        service = open(Map.of("SSL_CERT_DIR", anchors + ":" + folder.resolve("none"), "PIP_CERT", "a\0b"));
        assertThat(service.list().unusable())
                .extracting(UnusableFile::problem)
                .containsExactly("it does not exist", "it does not exist");
    }

    @Test
    void fingerprintsThatFitNothingAreRefused() throws Exception {
        put(anchors, "company");
        assertThatThrownBy(() -> service.trust(List.of(), null)).hasMessageContaining("expected a fingerprint");
        assertThatThrownBy(() -> service.trust(List.of("12"), null)).hasMessageContaining("at least 6");
        assertThatThrownBy(() -> service.trust(List.of("../../etc"), null)).hasMessageContaining("hexadecimal");
        assertThatThrownBy(() -> service.trust(List.of("000000000000"), null))
                .hasMessageContaining("no such authority");
        assertThatThrownBy(() -> service.revoke(List.of("000000000000"), null))
                .hasMessageContaining("no such authority");
        assertThat(service.of(SHOP)).isEmpty();
    }

    @Test
    void choicesThatCannotBeReadLetNothingBeTrustedAndAreKept() throws Exception {
        String fingerprint = put(anchors, "company");
        service.trust(List.of(fingerprint), null);
        Path file = folder.resolve("authorities.json");
        String stored = Files.readString(file);
        for (String wrong : List.of(
                "{", stored.replace(fingerprint, "0".repeat(64)), stored.replace("BEGIN CERTIFICATE", "BEGIN"))) {
            Files.writeString(file, wrong);
            assertThatThrownBy(() -> service.of(SHOP)).isInstanceOf(BelljarException.class);
            assertThatThrownBy(() -> service.trust(List.of(fingerprint), null)).isInstanceOf(BelljarException.class);
            assertThat(file).hasContent(wrong);
        }
    }

    @Test
    void theStoreForJavaHasTheDistributionAndTheChosenOnes() throws Exception {
        assertThat(service.forJava()).isFalse();
        assertThat(service.javaStore(List.of())).isEmpty();
        put(distribution, "known");
        service = open(Map.of());
        X509Certificate chosen = authority("company");
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(new ByteArrayInputStream(service.javaStore(List.of(chosen))), null);
        assertThat(store.size()).isEqualTo(2);
        assertThat(store.getCertificateAlias(chosen)).isNotNull();
    }

    @Test
    void aCertificateInDerIsRead() throws Exception {
        X509Certificate made = authority("company");
        Files.write(anchors.resolve("company.der"), made.getEncoded());
        assertThat(only().fingerprint()).isEqualTo(CertificateFacts.fingerprint(made));
        Files.writeString(
                anchors.resolve("company.der"),
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getEncoder().encodeToString(new byte[CertificateReader.LONGEST + 3])
                        + "\n-----END CERTIFICATE-----");
        assertThat(service.list().unusable())
                .extracting(UnusableFile::problem)
                .containsExactly("one of its certificates is larger than 16 KiB");
    }
}
