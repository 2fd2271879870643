package dev.belljar.app.recorded.sample;

import dev.belljar.contract.view.codingagent.CodingAgentInfo;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.CredentialState;
import dev.belljar.contract.view.codingagent.LoginAttempt;
import dev.belljar.contract.view.codingagent.LoginAttempt.LoginState;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;
import java.util.List;
import java.util.function.Consumer;

/// The coding agents of the sample data: the secret of one is stored.
public final class SampleAgents {
    private final Consumer<String> requests;

    /// Requests to change something go to `requests`.
    public SampleAgents(Consumer<String> requests) {
        this.requests = requests;
    }

    /// The agents; the project prefers the first.
    public CodingAgentList list() {
        return new CodingAgentList(
                "claude",
                List.of(
                        agent(
                                "claude",
                                "Claude Code",
                                "npm @anthropic-ai/claude-code 2.1.330",
                                CredentialState.STORED,
                                "ANTHROPIC_API_KEY",
                                "api.anthropic.com"),
                        agent(
                                "codex",
                                "Codex",
                                "npm @openai/codex 0.169.0",
                                CredentialState.MISSING,
                                "OPENAI_API_KEY",
                                "api.openai.com"),
                        new CodingAgentInfo(
                                "shell",
                                "Shell",
                                List.of(),
                                CredentialState.NONE,
                                null,
                                List.of(),
                                null,
                                false,
                                null,
                                null)));
    }

    private static CodingAgentInfo agent(
            String name, String title, String installs, CredentialState state, String variable, String host) {
        return new CodingAgentInfo(
                name,
                title,
                List.of(installs),
                state,
                variable,
                List.of(host),
                "An API key from the provider.",
                false,
                null,
                null);
    }

    /// Begins a login that never ends.
    public LoginAttempt login(String agent) {
        requests.accept("log in for " + agent);
        return loggedIn();
    }

    /// The login, which waits for a browser.
    public LoginAttempt loggedIn() {
        return new LoginAttempt("login", LoginState.WAITING, "https://login.example/", "OPENAI_API_KEY", null);
    }

    /// Starts an agent.
    public StartedCodingAgent start(String id, String agent) {
        requests.accept("start " + agent + " in " + id);
        return new StartedCodingAgent(agent, agent, false, List.of(agent), List.of());
    }
}
