package dev.belljar.agent.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.policy.SecretInfo.SecretKind;
import dev.belljar.contract.policy.SecretInfo.SecretUse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests secrets whose values end: logins, which are renewed once for all that ask, and commands.
class SecretRenewalTest {
    private static final String HOST = "api.example.org";
    private static final LoginCode CODE = new LoginCode("the-code", "the-verifier", "http://127.0.0.1:1/callback");

    @TempDir
    private Path folder;

    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);
    private final InstantSource clock = () -> Instant.ofEpochMilli(now.get());
    private AuditLog audit;
    private SecretStore store;
    private ScriptedLoginServer server;

    @BeforeEach
    void open() throws Exception {
        audit = AuditLog.open(folder.resolve("audit"), clock);
        store = store();
        server = ScriptedLoginServer.start();
    }

    @AfterEach
    void close() {
        server.close();
        audit.close();
    }

    private SecretStore store() throws Exception {
        SecretStore opened = SecretStores.in(folder.resolve("secrets.json"), SecretKeyring.NONE, audit, clock);
        opened.refresh();
        return opened;
    }

    private void pass(Duration time) {
        now.addAndGet(time.toMillis());
    }

    private @Nullable String value() {
        return store.usable().getFirst().value();
    }

    private void renew() throws Exception {
        var _ = store.renew("KEY").get(20, TimeUnit.SECONDS);
    }

    private SecretInfo info() throws Exception {
        return store.list().getFirst();
    }

    private void logIn() throws Exception {
        SecretInfo info = store.login("KEY", server.described(), CODE);
        assertThat(info.kind()).isEqualTo(SecretKind.LOGIN);
        store.bind("KEY", HOST, false, null);
    }

    @Test
    void aLoginGivesTheAccessTokenAndShowsNoToken() throws Exception {
        logIn();
        assertThat(value()).isEqualTo("access-2");
        assertThat(store.due("KEY")).isFalse();
        assertThat(server.requests().getFirst())
                .containsEntry("code", "the-code")
                .containsEntry("code_verifier", "the-verifier")
                .containsEntry("client_id", "the-client");
        assertThat(ContractJson.line(store.list())).doesNotContain("access-").doesNotContain("refresh-");
        assertThat(store.usable().toString()).doesNotContain("access-");
    }

    @Test
    void twentyThatAskAtOnceCauseOneRenewal() throws Exception {
        logIn();
        pass(Duration.ofMinutes(61));
        assertThat(value()).isNull();
        assertThat(store.due("KEY")).isTrue();
        CountDownLatch ready = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(Thread.ofVirtual().start(() -> {
                try {
                    ready.await();
                    renew();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        ready.countDown();
        for (Thread each : all) {
            each.join();
        }
        assertThat(value()).isEqualTo("access-3");
        assertThat(server.requests())
                .filteredOn(form -> form.containsKey("refresh_token"))
                .hasSize(1);
    }

    @Test
    void newTokensSurviveTheHostAgent() throws Exception {
        logIn();
        pass(Duration.ofMinutes(61));
        renew();
        store = store();
        assertThat(value()).isEqualTo("access-3");
        pass(Duration.ofMinutes(61));
        renew();
        assertThat(value()).isEqualTo("access-4");
    }

    @Test
    void aLoginThatEndedAtTheServerSaysSoAndIsAskedAgainOnlyAfterAPause() throws Exception {
        logIn();
        server.answers(400, "{\"error\":\"invalid_grant\",\"error_description\":\"revoked \\u001b[31mby you\"}");
        pass(Duration.ofMinutes(61));
        renew();
        renew();
        assertThat(value()).isNull();
        assertThat(server.requests()).hasSize(2);
        assertThat(info().problem())
                .contains("127.0.0.1 issued no token: status 400 invalid_grant, revoked ?[31mby you");
        server.answers(200, "");
        pass(Duration.ofSeconds(6));
        renew();
        assertThat(value()).isEqualTo("access-3");
        assertThat(info().problem()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | no JSON                       | is not a JSON object
            200 | {}                            | has no access token
            200 | {"access_token": 7}           | has no access token
            500 | {"error": {"deep": 1}}        | status 500
            302 | {"access_token": "x"}         | status 302
            """)
    void aReplyThatIsNotTokensIsAnErrorWithoutItsText(int status, String body, String message) throws Exception {
        server.answers(status, body);
        assertThatThrownBy(() -> store.login("KEY", server.described(), CODE))
                .isInstanceOf(SecretException.class)
                .hasMessageContaining(message);
        assertThat(store.list()).isEmpty();
    }

    @Test
    void aReplyWithoutEndIsCutOff() throws Exception {
        server.answers(200, "{\"access_token\":\"" + "x".repeat(400_000) + "\"}");
        assertThatThrownBy(() -> store.login("KEY", server.described(), CODE))
                .hasMessageContaining("longer than 262,144 bytes");
    }

    @Test
    void tokensThatHaveEndedWhenTheyComeAreNotAskedForWithoutPause() throws Exception {
        server.lasting(0);
        logIn();
        renew();
        renew();
        renew();
        assertThat(server.requests()).hasSize(2);
        assertThat(value()).isNull();
    }

    @Test
    void aSecretRemovedDuringItsRenewalStaysRemoved() throws Exception {
        logIn();
        pass(Duration.ofMinutes(61));
        SecretStore locked = store;
        CompletableFuture<@Nullable Void> renewal;
        synchronized (locked) {
            renewal = locked.renew("KEY");
            locked.remove("KEY");
        }
        var _ = renewal.get(20, TimeUnit.SECONDS);
        assertThat(store.usable()).isEmpty();
        assertThat(store.list()).isEmpty();
        assertThat(Files.readString(folder.resolve("secrets.json"))).doesNotContain("access");
    }

    @Test
    void aCommandPrintsTheValueAgainWhenItIsOld() throws Exception {
        Path token = folder.resolve("token");
        Files.writeString(token, "first\n");
        SecretInfo kept = store.keepCommand("KEY", "cat " + token);
        store.bind("KEY", HOST, false, null);
        assertThat(kept.kind()).isEqualTo(SecretKind.COMMAND);
        assertThat(kept.where()).isEqualTo("command");
        renew();
        assertThat(value()).isEqualTo("first");
        Files.writeString(token, "second\n");
        pass(Duration.ofMinutes(6));
        assertThat(value()).isNull();
        renew();
        assertThat(value()).isEqualTo("second");
        assertThat(Files.readString(folder.resolve("secrets.json"))).doesNotContain("second");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo no >&2; exit 3       | exit code 3: no
            true                      | did not print the secret on one line
            printf 'a\\nb'            | did not print the secret on one line
            """)
    void aCommandThatPrintsNoSecretIsRefused(String command, String message) {
        assertThatThrownBy(() -> store.keepCommand("KEY", command))
                .isInstanceOf(SecretException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theLastUseIsShown() throws Exception {
        store.keep("KEY", "0123456789");
        store.used("KEY", "f00", HOST);
        assertThat(info().used()).isEqualTo(new SecretUse(now.get(), "f00", HOST));
    }

    @Test
    void secretsOfTheVersionBeforeAreRead() throws Exception {
        Path file = folder.resolve("secrets.json");
        store.keep("KEY", "0123456789");
        Files.writeString(
                file,
                "[{\"name\":\"KEY\",\"value\":\"old-value\",\"created\":5,\"bindings\":[\"%s\"]}]\n".formatted(HOST));
        store.refresh();
        assertThat(value()).isEqualTo("old-value");
        assertThat(info().kind()).isEqualTo(SecretKind.VALUE);
    }
}
