package dev.belljar.contract.operation;

import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.request.codingagent.ListCodingAgents;
import dev.belljar.contract.request.codingagent.PromptCodingAgent;
import dev.belljar.contract.request.codingagent.StartCodingAgent;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.codingagent.CodingAgentCommand;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;

/// The operations on coding agents, such as Claude Code and Codex.
public final class CodingAgentApi {
    public static final Operation<ListCodingAgents, CodingAgentList> LIST = Operation.get(
                    "codingAgents", "/coding-agents")
            .about(
                    "Lists the coding agents that this computer knows: those that come with Belljar, and the user's"
                            + " own.",
                    "The coding agents by name.")
            .query(ListCodingAgents.class)
            .answers(CodingAgentList.class);

    public static final Operation<Empty, AgentProfile> SHOW = Operation.get("codingAgent", "/coding-agents/{agent}")
            .about(
                    "Returns the profile of a coding agent; 404 `codingagent.not-found` if there is none.",
                    "The profile.")
            .answers(AgentProfile.class);

    public static final Operation<StartCodingAgent, StartedCodingAgent> START = Operation.post(
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

    public static final Operation<PromptCodingAgent, CodingAgentCommand> PROMPT = Operation.post(
                    "promptCodingAgent", "/sandboxes/{id}/coding-agents/{agent}/prompt")
            .about(
                    "Prepares a sandbox for a coding agent like `startCodingAgent`, and returns the command that runs the"
                            + " agent once with a prompt. The command is not started.",
                    "The command.")
            .in(SandboxState.RUNNING)
            .body(PromptCodingAgent.class)
            .answers(CodingAgentCommand.class);

    private CodingAgentApi() {}
}
