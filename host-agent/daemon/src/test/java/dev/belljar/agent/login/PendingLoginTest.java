package dev.belljar.agent.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.secret.LoginCode;
import dev.belljar.agent.secret.LoginServer;
import dev.belljar.contract.environment.CodingAgent.AgentLogin;
import dev.belljar.contract.view.codingagent.LoginAttempt;
import dev.belljar.contract.view.codingagent.LoginAttempt.LoginState;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests one login, with requests as a browser makes them.
class PendingLoginTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofSeconds(20);

    private final List<LoginCode> stored = new CopyOnWriteArrayList<>();
    private final List<LoginServer> servers = new CopyOnWriteArrayList<>();
    private @Nullable String failure;
    private @Nullable PendingLogin open;

    @AfterEach
    void close() {
        if (open != null) {
            open.close();
        }
    }

    private PendingLogin login(@Nullable String redirect) throws Exception {
        AgentLogin login = new AgentLogin(
                "https://auth.example.org/authorize",
                "https://auth.example.org/token",
                "the-client",
                List.of("read", "write"),
                redirect);
        PendingLogin begun = new PendingLogin(login, "KEY", (server, code) -> {
            if (failure != null) {
                throw new LoginException(LoginException.ANSWER, failure, null);
            }
            servers.add(server);
            stored.add(code);
        });
        open = begun;
        return begun;
    }

    private static Map<String, String> query(String url) {
        return Stream.of(URI.create(url).getQuery().split("&", -1))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private static HttpResponse<String> browse(String url) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void theBrowserThatComesBackEndsTheLogin() throws Exception {
        PendingLogin login = login(null);
        LoginAttempt waiting = login.await(SHORT);
        assertThat(waiting.state()).isEqualTo(LoginState.WAITING);
        Map<String, String> page = query(waiting.url());
        assertThat(page)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", "the-client")
                .containsEntry("scope", "read+write")
                .containsEntry("code_challenge_method", "S256");
        HttpResponse<String> shown = browse(page.get("redirect_uri") + "?code=c%2F1&state=" + page.get("state"));
        assertThat(shown.statusCode()).isEqualTo(200);
        assertThat(shown.body()).contains("close this page");
        LoginAttempt done = login.await(LONG);
        assertThat(done.state()).isEqualTo(LoginState.DONE);
        assertThat(done.secret()).isEqualTo("KEY");
        assertThat(servers).containsExactly(new LoginServer("https://auth.example.org/token", "the-client"));
        LoginCode code = stored.getFirst();
        assertThat(code.code()).isEqualTo("c/1");
        assertThat(code.redirect()).isEqualTo(page.get("redirect_uri"));
        assertThat(Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(MessageDigest.getInstance("SHA-256")
                                .digest(code.verifier().getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo(page.get("code_challenge"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"?code=x", "?code=x&state=", "?code=x&state=guess", "?error=denied&state=guess", ""})
    void aRequestWithoutTheStateHasNoEffect(String query) throws Exception {
        PendingLogin login = login(null);
        String redirect = String.valueOf(query(login.waiting().url()).get("redirect_uri"));
        assertThat(browse(redirect + query).statusCode()).isEqualTo(404);
        assertThat(login.await(SHORT).state()).isEqualTo(LoginState.WAITING);
        assertThat(stored).isEmpty();
    }

    @Test
    void aRefusalIsShownWithoutControlCharacters() throws Exception {
        PendingLogin login = login(null);
        Map<String, String> page = query(login.waiting().url());
        browse(page.get("redirect_uri") + "?error=access_denied&error_description=No%1B%5B31m&state="
                + page.get("state"));
        LoginAttempt failed = login.await(LONG);
        assertThat(failed.state()).isEqualTo(LoginState.FAILED);
        assertThat(failed.problem()).isEqualTo("No?[31m");
    }

    @Test
    void anErrorOfTheTokenServerIsShown() throws Exception {
        failure = "auth.example.org issued no token";
        PendingLogin login = login(null);
        login.paste("the-code");
        assertThat(login.await(LONG).problem()).isEqualTo("auth.example.org issued no token");
    }

    @Test
    void whatTheUserPastesIsTheAddressOrTheCode() throws Exception {
        PendingLogin login = login(null);
        Map<String, String> page = query(login.waiting().url());
        for (String wrong : List.of("", "a b", "https://x/?code=1&state=guess", "code#guess", "\u001b[31m")) {
            assertThatThrownBy(() -> login.paste(wrong))
                    .isInstanceOf(LoginException.class)
                    .hasMessageContaining("not the address or code of this login");
        }
        login.paste(" code-1#" + page.get("state") + "\n");
        assertThat(login.await(LONG).state()).isEqualTo(LoginState.DONE);
        assertThat(stored.getFirst().code()).isEqualTo("code-1");
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            String redirect = "http://localhost:%d/auth/callback".formatted(taken.getLocalPort());
            assertThatThrownBy(() -> login(redirect))
                    .isInstanceOf(LoginException.class)
                    .hasMessageContaining("port " + taken.getLocalPort());
        }
    }

    @Test
    void aLoginThatIsGivenUpStoresNothingAndFreesItsPort() throws Exception {
        PendingLogin login = login(null);
        login.close();
        assertThat(login.await(LONG).problem()).isEqualTo("the login was given up");
        assertThat(stored).isEmpty();
    }
}
