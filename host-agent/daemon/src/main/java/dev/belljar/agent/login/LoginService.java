package dev.belljar.agent.login;

import dev.belljar.agent.egress.SandboxPolicyService;
import dev.belljar.agent.environment.EnvironmentService;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.environment.CodingAgent.AgentLogin;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.codingagent.FinishLogin;
import dev.belljar.contract.view.codingagent.LoginAttempt;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Logs the user in, so that a coding agent gets a credential that stays on the host. Thread-safe.
public final class LoginService {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final EnvironmentService environments;
    private final SandboxPolicyService policies;
    /// The last login for each agent.
    private final Map<String, PendingLogin> logins = new LinkedHashMap<>();

    public LoginService(EnvironmentService environments, SandboxPolicyService policies) {
        this.environments = environments;
        this.policies = policies;
    }

    /// Begins a login for the coding agent with this name, and gives up an earlier one.
    ///
    /// @throws BelljarException `codingagent.not-found`, `login.not-offered` or `login.port-in-use`
    public synchronized LoginAttempt begin(String agent) throws BelljarException {
        AgentProfile profile = environments.agents().required(agent);
        AgentCredential credential = profile.agent().credential();
        AgentLogin login = credential == null ? null : credential.login();
        if (credential == null || login == null) {
            throw new LoginException(
                    LoginException.NOT_OFFERED,
                    "the profile of %s describes no login in the browser"
                            .formatted(profile.agent().title()),
                    credential == null
                            ? "It uses no credential."
                            : "`belljar secret add %s` stores its key.".formatted(credential.variable()));
        }
        PendingLogin earlier = logins.remove(agent);
        if (earlier != null) {
            earlier.close();
        }
        String secret = credential.variable();
        PendingLogin fresh = new PendingLogin(login, secret, (server, code) -> policies.login(secret, server, code));
        logins.put(agent, fresh);
        return fresh.waiting();
    }

    /// Waits up to 20 seconds for the end of a login, to which the request may have the answer.
    ///
    /// @throws BelljarException `login.not-found` or `login.answer-invalid`
    public LoginAttempt finish(String id, FinishLogin request) throws BelljarException, InterruptedException {
        PendingLogin login = find(id);
        String answer = request.answer();
        if (answer != null) {
            login.paste(answer);
        }
        return login.await(PATIENCE);
    }

    private synchronized PendingLogin find(String id) throws LoginException {
        return logins.values().stream()
                .filter(login -> login.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new LoginException(
                        LoginException.NOT_FOUND,
                        "there is no login with this id, or a later one replaced it",
                        "Begin again with `belljar login`."));
    }
}
