package dev.belljar.agent.codingagent;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a coding agent cannot be started.
public final class CodingAgentException extends BelljarException {
    static final ProblemCode NOT_ACCEPTED = new ProblemCode("codingagent.not-accepted", 409);
    static final ProblemCode NOT_SET_UP = new ProblemCode("codingagent.not-set-up", 409);
    static final ProblemCode NO_PROMPT = new ProblemCode("codingagent.no-prompt", 422);
    static final ProblemCode FILE = new ProblemCode("codingagent.file-not-written", 500);
    private static final long serialVersionUID = 1L;

    CodingAgentException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }
}
