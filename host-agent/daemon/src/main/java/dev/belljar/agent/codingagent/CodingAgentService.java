package dev.belljar.agent.codingagent;

import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.access.SessionService;
import dev.belljar.agent.agentstate.AgentStateService;
import dev.belljar.agent.environment.AcceptedEnvironments;
import dev.belljar.agent.environment.AgentProfileStore.FoundProfile;
import dev.belljar.agent.environment.EnvironmentService;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.session.SessionTabs.TabState;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.codingagent.PromptCodingAgent;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.codingagent.CodingAgentCommand;
import dev.belljar.contract.view.codingagent.CodingAgentInfo;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.CredentialState;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Lists coding agents and starts them in sandboxes. A sandbox is given by its id or name.
///
/// What an agent needs is part of the project's environment, so it was installed by the setup. An agent that
/// needs something is started only as the user accepted it, even if its profile changed since.
public final class CodingAgentService {
    private static final String WORD = "belljar-agent";
    private static final int MOST_ARGUMENTS = 200;
    private static final int LONGEST_ARGUMENT = 32 << 10;
    private static final int LONGEST_PROMPT = 100_000;
    /// Runs an agent again on request, so that a failure can be read before its tab closes. The title is the
    /// first argument, the command the others. The shell is a login shell, which reads the current
    /// environment variables.
    private static final String TAB = """
            title=$1; shift
            while :; do
              "$@"
              code=$?
              [ "$code" -ne 0 ] || exit 0
              printf '\n%s ended with exit code %s. Enter starts it again; q and Enter close this tab. ' "$title" "$code"
              read -r answer || exit "$code"
              case $answer in q*) exit "$code" ;; esac
            done
            """;

    private final SandboxRegistry registry;
    private final EnvironmentService environments;
    private final AcceptedEnvironments accepted;
    private final AgentCredentials credentials;
    private final SessionService sessions;
    private final AgentHomeFiles files;
    private final AgentStateService states;

    public CodingAgentService(
            SandboxRegistry registry,
            EnvironmentService environments,
            AcceptedEnvironments accepted,
            AgentCredentials credentials,
            SessionService sessions,
            GuestService guests,
            AgentStateService states) {
        this.registry = registry;
        this.environments = environments;
        this.accepted = accepted;
        this.credentials = credentials;
        this.sessions = sessions;
        this.files = new AgentHomeFiles(guests);
        this.states = states;
    }

    /// The coding agents, and the one that the project at this absolute path prefers.
    public CodingAgentList list(@Nullable String project) throws BelljarException {
        List<CodingAgentInfo> agents = new ArrayList<>();
        for (FoundProfile each : environments.agents().list()) {
            agents.add(info(each));
        }
        return new CodingAgentList(project == null ? null : environments.preferredAgent(project), agents);
    }

    private CodingAgentInfo info(FoundProfile found) throws BelljarException {
        AgentProfile profile = found.profile();
        if (profile == null) {
            return new CodingAgentInfo(
                    found.name(),
                    found.name(),
                    List.of(),
                    CredentialState.NONE,
                    null,
                    List.of(),
                    null,
                    false,
                    found.file(),
                    found.problem());
        }
        AgentCredential credential = profile.agent().credential();
        return new CodingAgentInfo(
                found.name(),
                profile.agent().title(),
                profile.needs().packages().stream()
                        .map(CodingAgentService::words)
                        .toList(),
                credentials.state(credential),
                credential == null ? null : credential.variable(),
                credential == null ? List.of() : credential.hosts(),
                credential == null ? null : credential.hint(),
                credential != null && credential.login() != null,
                found.file(),
                null);
    }

    private static String words(EnvironmentPackage one) {
        String version = one.version();
        return one.manager().name().toLowerCase(Locale.ROOT)
                + " "
                + one.name()
                + (version == null ? "" : " " + version);
    }

    /// The profile of a coding agent.
    ///
    /// @throws BelljarException `codingagent.not-found` or `codingagent.profile-invalid`
    public AgentProfile profile(String name) throws BelljarException {
        return environments.agents().required(name);
    }

    /// Starts an agent in a tab of the session, unless there is a tab with its name.
    ///
    /// @throws BelljarException `codingagent.not-accepted` if the user has not accepted it for the project
    public StartedCodingAgent start(String id, String name, List<String> arguments)
            throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        SandboxState _ = sandbox.requireAllowed(EnvironmentApi.START_AGENT);
        CodingAgent agent = agent(sandbox, name);
        List<String> command = with(agent.command(), arguments);
        List<String> kept = prepare(sandbox, agent);
        List<String> inTab = new ArrayList<>(List.of("/bin/bash", "-lc", TAB, WORD, agent.title()));
        inTab.addAll(command);
        TabState tab = sessions.openTab(id, name, inTab);
        if (tab == TabState.OPENED) {
            sandbox.observation().note("note", "agent", "%s started".formatted(agent.title()));
        }
        return new StartedCodingAgent(
                name, tab == TabState.NONE ? null : name, tab == TabState.RUNNING, login(command), kept);
    }

    /// Prepares a sandbox for an agent, and returns the command that runs it once with a prompt.
    ///
    /// @throws BelljarException `codingagent.no-prompt` if it cannot run that way
    public CodingAgentCommand prompt(String id, String name, PromptCodingAgent request)
            throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        SandboxState _ = sandbox.requireAllowed(EnvironmentApi.PROMPT_AGENT);
        CodingAgent agent = agent(sandbox, name);
        if (agent.prompt().isEmpty()) {
            throw new CodingAgentException(
                    CodingAgentException.NO_PROMPT,
                    "%s cannot run without a terminal: its profile has no \"prompt\"".formatted(agent.title()),
                    "Start it without --prompt.");
        }
        String text = request.text();
        boolean possible = !text.isBlank()
                && text.length() <= LONGEST_PROMPT
                && text.codePoints().allMatch(c -> c == '\n' || c == '\t' || VisibleText.is(c));
        if (!possible) {
            throw new CodingAgentException(
                    ProblemCode.BAD_REQUEST,
                    "the prompt: expected 1 to %,d characters, without control characters".formatted(LONGEST_PROMPT),
                    null);
        }
        List<String> words = with(
                agent.prompt().stream()
                        .map(word -> word.equals(CodingAgent.PROMPT) ? text : word)
                        .toList(),
                request.arguments());
        List<String> _ = prepare(sandbox, agent);
        sandbox.observation().note("note", "agent", "%s ran once".formatted(agent.title()));
        return new CodingAgentCommand(name, login(words));
    }

    /// What the coding agents in sandboxes do.
    public AgentStateService states() {
        return states;
    }

    /// The command in a login shell, which sets the current environment variables.
    private static List<String> login(List<String> command) {
        List<String> argv = new ArrayList<>(List.of("/bin/bash", "-lc", "exec \"$@\"", WORD));
        argv.addAll(command);
        return argv;
    }

    private static List<String> with(List<String> command, List<String> arguments) throws CodingAgentException {
        boolean possible = arguments.size() <= MOST_ARGUMENTS
                && arguments.stream().allMatch(each -> each.length() <= LONGEST_ARGUMENT && each.indexOf('\0') < 0);
        if (!possible) {
            throw new CodingAgentException(
                    ProblemCode.BAD_REQUEST,
                    "arguments: expected at most %d, each of at most %,d characters"
                            .formatted(MOST_ARGUMENTS, LONGEST_ARGUMENT),
                    null);
        }
        List<String> all = new ArrayList<>(command);
        all.addAll(arguments);
        return all;
    }

    /// The agent as the user accepted it for the project of the sandbox.
    private CodingAgent agent(SandboxRuntime sandbox, String name) throws BelljarException {
        AcceptedEnvironment environment = accepted.of(sandbox.project()).orElse(null);
        CodingAgent agent = environment == null
                ? null
                : environment.environment().agent(name).orElse(null);
        if (environment != null && agent != null) {
            requireSetUp(sandbox, environment, agent);
            return agent;
        }
        AgentProfile profile = profile(name);
        if (profile.needsAcceptance()) {
            throw new CodingAgentException(
                    CodingAgentException.NOT_ACCEPTED,
                    "%s has not been accepted for the project %s"
                            .formatted(profile.agent().title(), sandbox.project()),
                    "`belljar run %s %s` shows what it needs, and asks.".formatted(name, sandbox.project()));
        }
        return profile.agent();
    }

    private static void requireSetUp(SandboxRuntime sandbox, AcceptedEnvironment environment, CodingAgent agent)
            throws CodingAgentException {
        SetupStatus setup = sandbox.record().setup();
        boolean done = setup != null
                && setup.state() == SetupState.DONE
                && setup.environment().equals(environment.digest());
        if (!done) {
            throw new CodingAgentException(
                    CodingAgentException.NOT_SET_UP,
                    "what %s needs is not set up in sandbox %s".formatted(agent.title(), sandbox.name()),
                    "`belljar environment setup %s` sets it up; `belljar run %s` does that first."
                            .formatted(sandbox.name(), agent.name()));
        }
    }

    private List<String> prepare(SandboxRuntime sandbox, CodingAgent agent)
            throws BelljarException, InterruptedException {
        String placeholder = "";
        AgentCredential credential = agent.credential();
        if (credential != null) {
            credentials.bind(sandbox, credential);
            placeholder = credentials.placeholder(sandbox, credential);
        }
        List<String> kept = files.write(sandbox, AgentHomeFiles.of(agent, placeholder));
        environments.started(sandbox.project(), agent.name());
        return kept;
    }
}
