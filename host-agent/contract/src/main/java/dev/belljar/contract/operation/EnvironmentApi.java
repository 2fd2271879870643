package dev.belljar.contract.operation;

import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.request.codingagent.ListCodingAgents;
import dev.belljar.contract.request.codingagent.PromptCodingAgent;
import dev.belljar.contract.request.codingagent.StartCodingAgent;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ReadEnvironment;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.environment.RejectEnvironment;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.codingagent.CodingAgentCommand;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;

/// The operations on the environments that projects propose, and on coding agents, such as Claude Code and Codex, whose
/// needs are part of them.
public final class EnvironmentApi {
    public static final Operation<ReadProposal, EnvironmentProposal> PROPOSAL = Operation.get(
                    "environment", "/projects/environment")
            .about(
                    "Returns the environment that a project proposes in `.belljar/machine.toml` or, if it has no such "
                            + "file, in its `devcontainer.json`, together with what its coding agents need. A proposal has"
                            + " no effect until it is accepted.",
                    "The proposal, compared with what was accepted.")
            .query(ReadProposal.class)
            .answers(EnvironmentProposal.class);

    public static final Operation<Empty, EnvironmentProposal> SANDBOX_PROPOSAL = Operation.get(
                    "sandboxEnvironment", "/sandboxes/{id}/environment")
            .about(
                    "Returns the environment that the project of a sandbox proposes.",
                    "The proposal, compared with what was accepted.")
            .answers(EnvironmentProposal.class);

    public static final Operation<ReadEnvironment, AcceptedEnvironment> ACCEPTED = Operation.get(
                    "acceptedEnvironment", "/projects/environment/accepted")
            .about(
                    "Returns the environment that was accepted for the sandboxes of a project; 404 "
                            + "`environment.none` if there is none.",
                    "The accepted environment.")
            .query(ReadEnvironment.class)
            .answers(AcceptedEnvironment.class);

    public static final Operation<AcceptEnvironment, EnvironmentProposal> ACCEPT = Operation.post(
                    "acceptEnvironment", "/projects/environment/accept")
            .about(
                    "Accepts the environment that a project proposes, whole or without some of its items. If the"
                            + " project no longer proposes one, the accepted environment is removed.",
                    "The proposal, compared with what is accepted now.")
            .body(AcceptEnvironment.class)
            .answers(EnvironmentProposal.class);

    public static final Operation<RejectEnvironment, EnvironmentProposal> REJECT = Operation.post(
                    "rejectEnvironment", "/projects/environment/reject")
            .about(
                    "Rejects the environment that a project proposes. What was accepted before stays in effect.",
                    "The rejected proposal.")
            .body(RejectEnvironment.class)
            .answers(EnvironmentProposal.class);

    public static final Operation<ListCodingAgents, CodingAgentList> AGENTS = Operation.get(
                    "codingAgents", "/coding-agents")
            .about(
                    "Lists the coding agents that this computer knows: those that come with Belljar, and the user's"
                            + " own.",
                    "The coding agents by name.")
            .query(ListCodingAgents.class)
            .answers(CodingAgentList.class);

    public static final Operation<Empty, AgentProfile> AGENT = Operation.get("codingAgent", "/coding-agents/{agent}")
            .about(
                    "Returns the profile of a coding agent; 404 `codingagent.not-found` if there is none.",
                    "The profile.")
            .answers(AgentProfile.class);

    public static final Operation<StartCodingAgent, StartedCodingAgent> START_AGENT = Operation.post(
                    "startCodingAgent", "/sandboxes/{id}/coding-agents/{agent}/start")
            .about(
                    "Starts a coding agent in a tab of the sandbox's session that has its name, or does nothing if there"
                            + " is such a tab. Binds its secret to its host names in this sandbox, and writes its files"
                            + " in the home folder first. The user must have accepted the agent for the project;"
                            + " otherwise 409 `codingagent.not-accepted`.",
                    "The tab.")
            .in(SandboxState.RUNNING)
            .body(StartCodingAgent.class)
            .answers(StartedCodingAgent.class);

    public static final Operation<PromptCodingAgent, CodingAgentCommand> PROMPT_AGENT = Operation.post(
                    "promptCodingAgent", "/sandboxes/{id}/coding-agents/{agent}/prompt")
            .about(
                    "Prepares a sandbox for a coding agent like `startCodingAgent`, and returns the command that runs the"
                            + " agent once with a prompt. The command is not started.",
                    "The command.")
            .in(SandboxState.RUNNING)
            .body(PromptCodingAgent.class)
            .answers(CodingAgentCommand.class);

    public static final Operation<Empty, CodingAgentStatus> PAUSE_AGENT = Operation.post(
                    "pauseCodingAgent", "/sandboxes/{id}/coding-agents/{agent}/pause")
            .about(
                    "Stops the processes of a coding agent that runs in a sandbox, and all processes below them, with the"
                            + " signal SIGSTOP; 409 `codingagent.not-running` if it does not run. The sandbox continues"
                            + " to run.",
                    "The agent.")
            .in(SandboxState.RUNNING)
            .answers(CodingAgentStatus.class);

    public static final Operation<Empty, CodingAgentStatus> CONTINUE_AGENT = Operation.post(
                    "continueCodingAgent", "/sandboxes/{id}/coding-agents/{agent}/continue")
            .about("Continues the processes of a coding agent that was paused.", "The agent.")
            .in(SandboxState.RUNNING)
            .answers(CodingAgentStatus.class);

    private EnvironmentApi() {}
}
