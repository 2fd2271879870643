package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import dev.belljar.contract.policy.SecretInfo;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the routes of the audit and the secrets with a real server and real files.
class NetworkRoutesTest {
    private static final String TEXT = "npm_0123456789abcdef";

    @TempDir
    private Path folder;

    private AuditLog audit;
    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder);
        audit = api.services.policies().audit();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return api.send(api.request(path).method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void aSecretIsKeptBoundAndForgottenAndItsValueNeverReturned() throws Exception {
        HttpResponse<String> kept = send("POST", "/secrets", "{\"name\":\"NPM_TOKEN\",\"value\":\"" + TEXT + "\"}");
        assertThat(kept.statusCode()).isEqualTo(201);
        HttpResponse<String> bound = send("POST", "/secrets/NPM_TOKEN/bind", "{\"host\":\"registry.npmjs.org\"}");
        HttpResponse<String> listed = send("GET", "/secrets", "");
        assertThat(ContractJson.readList(listed.body(), SecretInfo.class)).hasSize(1);
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
        audit.record("held", "s1", "tcp a.org:443", "held", "approval q1");
        HttpResponse<String> newest = send("GET", "/audit?most=1", "");
        assertThat(ContractJson.readList(newest.body(), AuditEntry.class))
                .extracting(AuditEntry::what)
                .containsExactly("held");
        AuditVerdict verdict =
                ContractJson.read(send("GET", "/audit/verify", "").body(), AuditVerdict.class);
        assertThat(verdict.intact()).isTrue();
        Path file = folder.resolve("data/audit/audit-000001.jsonl");
        Files.writeString(file, Files.readString(file).replace("open", "shut"));
        AuditVerdict broken = ContractJson.read(send("GET", "/audit/verify", "").body(), AuditVerdict.class);
        assertThat(broken.intact()).isFalse();
        assertThat(broken.line()).isEqualTo(2L);
    }
}
