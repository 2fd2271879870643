package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SessionView;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the requests about SSH keys and sessions, with their parameters, are carried out.
class AccessRoutesTest {
    private static final String KEYS = "/sandboxes/s1/ssh-keys";

    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aKeyIsAddedListedAndRevoked() throws Exception {
        SshKey added = ApiFixture.read(api.post(KEYS, "{\"key\":\"" + ApiGuest.KEY + "\"}"), 201, SshKey.class);
        assertThat(added.comment()).isEqualTo("belljar:shop");
        assertThat(ApiFixture.read(api.get(KEYS), 200, SshKeys.class).keys()).containsExactly(added);
        String fingerprint = URLEncoder.encode(added.fingerprint(), StandardCharsets.UTF_8);
        assertThat(ApiFixture.read(api.delete(KEYS + "?key=" + fingerprint), 200, SshKey.class))
                .isEqualTo(added);
        assertThat(ApiFixture.read(api.get(KEYS), 200, SshKeys.class).keys()).isEmpty();
    }

    @Test
    void anUnknownKeyIsNamedAsItWasWritten() throws Exception {
        HttpResponse<String> answer = api.delete(KEYS + "?key=SHA256:a%2Fb%2Bc");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("ssh.key-unknown", "SHA256:a/b+c");
    }

    @Test
    void theKeyOfTheMachineIsReturned() throws Exception {
        api.running();
        MachineKey key = ApiFixture.read(api.post("/sandboxes/s1/machine-key", ""), 200, MachineKey.class);
        assertThat(key.key()).isEqualTo(ApiGuest.KEY);
        assertThat(key.fingerprint()).startsWith("SHA256:");
    }

    @Test
    void theSessionIsDescribed() throws Exception {
        api.running();
        SessionView session = ApiFixture.read(api.get("/sandboxes/s1/session"), 200, SessionView.class);
        assertThat(session.name()).isEqualTo("main");
        assertThat(session.by()).isEqualTo("zellij");
    }
}
