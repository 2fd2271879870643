package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.journal.FileJournal;
import dev.belljar.agent.secret.Keyring;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.contract.codec.Json;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import dev.belljar.contract.policy.Secret;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The audit and the secrets over a real server, with real files behind it.
class WallRoutesTest {
    private static final String TEXT = "npm_0123456789abcdef";

    @TempDir
    private Path folder;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private FileJournal journal;
    private AuditLog audit;
    private ApiServer server;

    @BeforeEach
    void start() throws Exception {
        journal = FileJournal.open(folder.resolve("events"));
        audit = AuditLog.open(folder.resolve("audit"), Instant::now);
        SecretStore secrets = new SecretStore(folder.resolve("secrets.json"), Keyring.NONE, audit, Instant::now);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        ApiSettings settings = ApiSettings.of(0, folder, folder.resolve("data"), "9.9.9");
        server = ApiServer.start(settings, new FakeSandboxes(journal, audit, secrets), () -> {});
    }

    @AfterEach
    void stop() {
        http.shutdownNow();
        server.close();
        audit.close();
        journal.close();
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + server.port().orElseThrow() + path))
                        .timeout(Duration.ofSeconds(60))
                        .header(
                                "Authorization",
                                "Bearer "
                                        + Files.readString(folder.resolve("token"))
                                                .strip())
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aSecretIsKeptBoundAndForgottenAndItsTextNeverComesBack() throws Exception {
        HttpResponse<String> kept = send("POST", "/secrets", "{\"name\":\"NPM_TOKEN\",\"value\":\"" + TEXT + "\"}");
        assertThat(kept.statusCode()).isEqualTo(201);
        HttpResponse<String> bound = send("POST", "/secrets/NPM_TOKEN/bind", "{\"host\":\"registry.npmjs.org\"}");
        HttpResponse<String> listed = send("GET", "/secrets", "");
        assertThat(Json.readList(listed.body(), Secret.class)).hasSize(1);
        assertThat(kept.body() + bound.body() + listed.body()).doesNotContain(TEXT);
        HttpResponse<String> refused = send("POST", "/secrets", "{\"name\":\"a b\",\"value\":\"" + TEXT + "\"}");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("secret.name-invalid").doesNotContain(TEXT);
        assertThat(send("POST", "/secrets", "{\"name\":\"A\"}").statusCode()).isEqualTo(400);
        assertThat(send("DELETE", "/secrets/NPM_TOKEN", "").statusCode()).isEqualTo(204);
        assertThat(send("DELETE", "/secrets/NPM_TOKEN", "").statusCode()).isEqualTo(404);
    }

    @Test
    void theAuditIsShownAndVerified() throws Exception {
        audit.record("policy", "s1", "sandbox policy: preset", "", "open");
        audit.record("held", "s1", "tcp a.org:443", "held", "question q1");
        HttpResponse<String> newest = send("GET", "/audit?most=1", "");
        assertThat(Json.readList(newest.body(), AuditEntry.class))
                .extracting(AuditEntry::what)
                .containsExactly("held");
        AuditVerdict verdict = Json.read(send("GET", "/audit/verify", "").body(), AuditVerdict.class);
        assertThat(verdict.intact()).isTrue();
        Path file = folder.resolve("audit/audit-000001.jsonl");
        Files.writeString(file, Files.readString(file).replace("open", "shut"));
        AuditVerdict broken = Json.read(send("GET", "/audit/verify", "").body(), AuditVerdict.class);
        assertThat(broken.intact()).isFalse();
        assertThat(broken.line()).isEqualTo(2L);
    }
}
