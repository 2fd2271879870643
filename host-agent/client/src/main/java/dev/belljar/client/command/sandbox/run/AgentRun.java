package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.command.sandbox.run.ProjectSandbox.RunningSandbox;
import dev.belljar.client.command.sandbox.run.ProjectSandbox.SandboxChoice;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.codingagent.ListCodingAgents;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.codingagent.CodingAgentInfo;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.CredentialState;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// From the request for a coding agent to a sandbox in which it can start: chooses the agent, has the user
/// accept what it needs, and finds or creates the sandbox with all of it.
record AgentRun(CommandSession session, AgentClient agent, Path project, boolean yes, boolean quiet) {
    private static final ProblemCode NO_CREDENTIAL = new ProblemCode("codingagent.no-credential", 409);

    /// Starts the agent in a sandbox that is ready for it, and returns the exit code.
    @FunctionalInterface
    interface ReadySandbox {
        int run(Sandbox sandbox, String agent) throws AgentException, InterruptedException;
    }

    /// Prepares everything for the agent of this name, or for the one that the project prefers, and starts it.
    int start(@Nullable String named, SandboxChoice choice, ReadySandbox next)
            throws AgentException, InterruptedException {
        CodingAgentList all = agent.call(EnvironmentApi.AGENTS, new ListCodingAgents(project.toString()));
        String name = named != null ? named : String.valueOf(all.preferred());
        // Fails, with what is wrong, for a name that is not known and a profile that cannot be used.
        AgentProfile profile = agent.call(EnvironmentApi.AGENT.at(name));
        EnvironmentAcceptance acceptance = new EnvironmentAcceptance(session, agent, project, yes);
        boolean needs = profile.needsAcceptance();
        if (needs) {
            acceptance.require(name, profile.agent().title());
        } else {
            acceptance.mention();
        }
        for (CodingAgentInfo each : all.agents()) {
            if (each.name().equals(name) && each.credential() == CredentialState.MISSING && uses(each)) {
                requireCredential(each);
            }
        }
        RunningSandbox running = new ProjectSandbox(session, agent, project).running(choice);
        if (needs) {
            new SetupCheck(session, agent, quiet).require(running);
        }
        return next.run(running.sandbox(), name);
    }

    /// False if the user left the agent's secret out when accepting it.
    private boolean uses(CodingAgentInfo info) throws AgentException, InterruptedException {
        ReadProposal request = new ReadProposal(project.toString(), info.name());
        AcceptedEnvironment accepted =
                agent.call(EnvironmentApi.PROPOSAL, request).accepted();
        return accepted == null
                || accepted.environment()
                        .agent(info.name())
                        .map(CodingAgent::credential)
                        .isPresent();
    }

    private void requireCredential(CodingAgentInfo info) throws AgentException {
        String missing =
                "%s uses the secret %s, which is not stored on this computer.".formatted(info.title(), info.variable());
        String how =
                "`belljar login %s` stores it.%s".formatted(info.name(), info.hint() == null ? "" : " " + info.hint());
        if (!yes) {
            session.aside("%s", missing);
            session.aside("  %s", how);
            String answer = session.ask("Start %s without it? [y/N] ".formatted(info.title()));
            if (answer == null || !answer.strip().toLowerCase(Locale.ROOT).startsWith("y")) {
                throw ProjectSandbox.problem(NO_CREDENTIAL, missing, how + " With --yes, the agent starts without it.");
            }
        } else {
            session.aside("%s %s", missing, how);
        }
    }
}
