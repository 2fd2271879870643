package dev.belljar.agent.login;

import dev.belljar.agent.secret.LoginCode;
import dev.belljar.agent.secret.LoginServer;
import dev.belljar.contract.environment.CodingAgent.AgentLogin;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.codingagent.LoginAttempt;
import dev.belljar.contract.view.codingagent.LoginAttempt.LoginState;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A login that the user has begun: it ends with the first answer, or after ten minutes. Thread-safe.
final class PendingLogin implements AutoCloseable {
    private static final Duration LASTS = Duration.ofMinutes(10);

    /// Stores the tokens for a code.
    interface TokenStoring {
        void store(LoginServer server, LoginCode code) throws BelljarException, InterruptedException;
    }

    private final String id = UUID.randomUUID().toString();
    private final LoginRequest request = LoginRequest.random();
    private final AgentLogin login;
    private final String secret;
    private final TokenStoring storing;
    private final LoginRedirect redirect;
    private final CompletableFuture<LoginAnswer> answer = new CompletableFuture<>();
    private final CompletableFuture<LoginAttempt> end;

    PendingLogin(AgentLogin login, String secret, TokenStoring storing) throws LoginException {
        this.login = login;
        this.secret = secret;
        this.storing = storing;
        this.redirect = LoginRedirect.listen(login.redirect(), request, answer::complete);
        var _ = answer.completeOnTimeout(
                new LoginAnswer(null, "nobody logged in within ten minutes"), LASTS.toMinutes(), TimeUnit.MINUTES);
        this.end = answer.thenApplyAsync(
                this::end, task -> Thread.ofVirtual().name("login").start(task));
    }

    String id() {
        return id;
    }

    /// The login as it is when no answer has come.
    LoginAttempt waiting() {
        return attempt(LoginState.WAITING, null);
    }

    private LoginAttempt attempt(LoginState state, @Nullable String problem) {
        return new LoginAttempt(id, state, request.page(login, redirect.address()), secret, problem);
    }

    private LoginAttempt end(LoginAnswer got) {
        redirect.close();
        String code = got.code();
        if (code == null) {
            return attempt(LoginState.FAILED, got.error());
        }
        try {
            storing.store(
                    new LoginServer(login.token(), login.client()),
                    new LoginCode(code, request.verifier(), redirect.address()));
            return attempt(LoginState.DONE, null);
        } catch (BelljarException e) {
            return attempt(LoginState.FAILED, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return attempt(LoginState.FAILED, "the host agent is stopping");
        }
    }

    /// Takes what the user pasted as the answer.
    ///
    /// @throws LoginException `login.answer-invalid`
    void paste(String text) throws LoginException {
        boolean _ = answer.complete(LoginAnswer.pasted(text, request));
    }

    /// The login when it has ended, or after this time.
    LoginAttempt await(Duration patience) throws InterruptedException {
        try {
            return end.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return waiting();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a login failed", e.getCause());
        }
    }

    /// Gives the login up.
    @Override
    public void close() {
        boolean _ = answer.complete(new LoginAnswer(null, "the login was given up"));
    }
}
