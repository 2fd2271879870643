package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextInput;
import dev.belljar.client.console.program.BrowserLauncher;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.codingagent.BeginLogin;
import dev.belljar.contract.request.codingagent.FinishLogin;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.view.codingagent.LoginAttempt;
import dev.belljar.contract.view.codingagent.LoginAttempt.LoginState;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar login AGENT`: stores the credential of a coding agent on this computer.
@CommandExamples({
    "belljar login claude | Enter the agent's API key at a prompt that hides the input.",
    "pass anthropic | belljar login claude | Read the key from the output of another program.",
    "belljar login codex --command 'pass openai' | Run a command whenever the key is needed.",
    "belljar login mine --paste | Log in with a browser on another computer."
})
@Command(
        name = "login",
        description = {
            "Store the credential of a coding agent on this computer.",
            "If the agent's profile describes a login, the login page opens in the browser; otherwise you are asked for"
                    + " the agent's key. Sandboxes get only a placeholder, which the gateway replaces in requests to the"
                    + " agent's hosts. Logins are renewed on this computer, once for all sandboxes. `belljar secret remove`"
                    + " takes the credential away from all of them at once."
        },
        mixinStandardHelpOptions = true)
final class LoginCommand extends SessionCommand {
    @Parameters(index = "0", paramLabel = "AGENT", description = "The agent's name, such as claude.")
    String name = "";

    @Option(
            names = "--command",
            paramLabel = "COMMAND",
            description = "Store no key, but a shell command that prints it. It runs on this computer.")
    @Nullable
    String command;

    @Option(
            names = "--paste",
            description = "Do not open a browser. Print the address of the login page, and read the address that the"
                    + " browser shows after the login from standard input.")
    boolean paste;

    LoginCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient agent = session().agent();
        CodingAgent profile = agent.call(EnvironmentApi.AGENT.at(name)).agent();
        AgentCredential credential = profile.credential();
        if (credential == null) {
            throw new AgentException(
                    Problem.of(
                            new ProblemCode("login.not-offered", 409),
                            "no credential",
                            "%s uses no credential".formatted(profile.title()),
                            "A profile of your own can describe one, see `belljar agents --help`."),
                    null);
        }
        if (credential.login() != null && command == null) {
            return logIn(agent, profile);
        }
        String variable = credential.variable();
        KeepSecret request = command == null
                ? new KeepSecret(variable, TextInput.secret(prompt(credential)))
                : new KeepSecret(variable, null, command);
        return stored(agent.call(SecretApi.KEEP, request), profile);
    }

    private static String prompt(AgentCredential credential) {
        String hint = credential.hint();
        return (hint == null ? "" : hint + "\n") + "Value of " + credential.variable() + ": ";
    }

    private int stored(SecretInfo secret, CodingAgent profile) {
        if (json) {
            session().json(secret);
        } else {
            session()
                    .line(
                            "%s is stored. `belljar run %s` uses it in the sandbox in which it starts %s.",
                            secret.name(), profile.name(), profile.title());
        }
        return 0;
    }

    private int logIn(AgentClient agent, CodingAgent profile) throws AgentException, InterruptedException, IOException {
        LoginAttempt login = agent.call(SecretApi.BEGIN_LOGIN, new BeginLogin(name));
        boolean shown = !paste && BrowserLauncher.open(login.url());
        session().aside(shown ? "Log in in the browser. If no page opens, open:" : "Open this page and log in:");
        session().aside("%s", login.url());
        String answer = paste ? TextInput.secret("Address shown after the login: ") : null;
        LoginAttempt end = agent.call(SecretApi.FINISH_LOGIN.at(login.id()), new FinishLogin(answer));
        while (end.state() == LoginState.WAITING) {
            end = agent.call(SecretApi.FINISH_LOGIN.at(login.id()), new FinishLogin(null));
        }
        if (end.state() == LoginState.FAILED) {
            throw new AgentException(
                    Problem.of(
                            new ProblemCode("secret.login-failed", 502),
                            "the login failed",
                            "%s: the login failed: %s".formatted(profile.title(), end.problem()),
                            "Try again with `belljar login %s`.".formatted(name)),
                    null);
        }
        String name = end.secret();
        return stored(
                agent.call(SecretApi.SECRETS).stream()
                        .filter(secret -> secret.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new AgentException(
                                Problem.of(
                                        new ProblemCode("secret.not-found", 404),
                                        "the secret was removed",
                                        "%s was removed after the login".formatted(name),
                                        null),
                                null)),
                profile);
    }
}
