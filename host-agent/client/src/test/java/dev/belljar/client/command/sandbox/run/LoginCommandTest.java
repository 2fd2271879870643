package dev.belljar.client.command.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.environment.CodingAgent.AgentLogin;
import dev.belljar.contract.environment.CodingAgent.StateSource;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.policy.SecretInfo.SecretKind;
import dev.belljar.contract.view.codingagent.LoginAttempt;
import dev.belljar.contract.view.codingagent.LoginAttempt.LoginState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// Tests `belljar login` with and without a login in the browser.
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class LoginCommandTest {
    private static final String PAGE = "https://auth.example.org/authorize?state=s";

    private final List<String> calls = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final InputStream before = System.in;
    private @Nullable AgentLogin login;
    private @Nullable AgentCredential credential;
    private @Nullable String problem;
    private int waits = 2;

    @AfterEach
    void restoreInput() {
        System.setIn(before);
    }

    private CodingAgent agent() {
        return new CodingAgent(
                "mine",
                "My agent",
                List.of("mine"),
                List.of(),
                credential,
                null,
                List.of(),
                List.of(),
                List.of(),
                StateSource.NONE);
    }

    private LoginAttempt attempt() {
        if (waits-- > 0) {
            return new LoginAttempt("l1", LoginState.WAITING, PAGE, "MINE_KEY", null);
        }
        LoginState state = problem == null ? LoginState.DONE : LoginState.FAILED;
        return new LoginAttempt("l1", state, PAGE, "MINE_KEY", problem);
    }

    private int run(String input, String... words) {
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        SecretInfo stored =
                new SecretInfo("MINE_KEY", SecretKind.LOGIN, 1, List.of(), List.of(), "file", null, null, null);
        ScriptedClient client = new ScriptedClient()
                .on(EnvironmentApi.AGENT, (name, _) -> new AgentProfile(agent(), Environment.EMPTY, null))
                .on(SecretApi.BEGIN_LOGIN, (_, request) -> {
                    calls.add("begin " + request.agent());
                    return attempt();
                })
                .on(SecretApi.FINISH_LOGIN, (id, request) -> {
                    calls.add("finish %s %s".formatted(id, request.answer()));
                    return attempt();
                })
                .on(SecretApi.SECRETS, (_, _) -> List.of(stored))
                .on(SecretApi.KEEP, (_, request) -> {
                    calls.add("keep %s %s %s".formatted(request.name(), request.value(), request.command()));
                    return stored;
                });
        CommandSession session = CommandSession.with(
                client,
                question -> null,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return Belljar.run(session, words);
    }

    private void offersALogin() {
        login = new AgentLogin(PAGE, "https://auth.example.org/token", "client", List.of(), null);
        usesAKey();
    }

    private void usesAKey() {
        credential = new AgentCredential("MINE_KEY", List.of("api.example.org"), "From example.org.", login);
    }

    @Test
    void aKeyIsReadFromStandardInput() {
        usesAKey();
        assertThat(run("the-key\n", "login", "mine")).isZero();
        assertThat(calls).containsExactly("keep MINE_KEY the-key null");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("MINE_KEY is stored. `belljar run mine` uses it");
    }

    @Test
    void aCommandIsStoredInPlaceOfTheKeyEvenIfALoginIsOffered() {
        offersALogin();
        assertThat(run("", "login", "mine", "--command", "pass mine")).isZero();
        assertThat(calls).containsExactly("keep MINE_KEY null pass mine");
    }

    @Test
    void aLoginIsAwaited() {
        offersALogin();
        assertThat(run("", "login", "mine")).isZero();
        assertThat(calls).containsExactly("begin mine", "finish l1 null", "finish l1 null");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(PAGE);
    }

    @Test
    void theAddressAfterTheLoginCanBePasted() {
        offersALogin();
        waits = 1;
        assertThat(run("http://127.0.0.1:1/callback?code=c&state=s\n", "login", "mine", "--paste"))
                .isZero();
        assertThat(calls).containsExactly("begin mine", "finish l1 http://127.0.0.1:1/callback?code=c&state=s");
    }

    @Test
    void aLoginThatFailsSaysWhy() {
        offersALogin();
        problem = "access denied";
        assertThat(run("", "login", "mine")).isNotZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("the login failed: access denied");
    }

    @Test
    void anAgentWithoutCredentialSaysSo() {
        assertThat(run("", "login", "mine")).isNotZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("My agent uses no credential");
    }
}
