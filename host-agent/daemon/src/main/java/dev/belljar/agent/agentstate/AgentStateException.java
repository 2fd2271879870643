package dev.belljar.agent.agentstate;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;

/// Says why a coding agent cannot be paused or continued.
public final class AgentStateException extends BelljarException {
    static final ProblemCode NOT_RUNNING = new ProblemCode("codingagent.not-running", 409);
    static final ProblemCode NOT_PAUSED = new ProblemCode("codingagent.not-paused", 502);
    private static final long serialVersionUID = 1L;

    private AgentStateException(ProblemCode code, String message, String hint) {
        super(code, message, hint, null);
    }

    static AgentStateException notRunning(String agent, String sandbox) {
        return new AgentStateException(
                NOT_RUNNING,
                "no coding agent %s runs in sandbox %s".formatted(agent, sandbox),
                "`belljar status %s` lists its coding agents.".formatted(sandbox));
    }

    static AgentStateException disobeyed(String agent, String sandbox, boolean pause) {
        return new AgentStateException(
                NOT_PAUSED,
                "the processes of %s in sandbox %s could not be %s"
                        .formatted(agent, sandbox, pause ? "stopped" : "continued"),
                "`belljar processes %s` lists them.".formatted(sandbox));
    }
}
