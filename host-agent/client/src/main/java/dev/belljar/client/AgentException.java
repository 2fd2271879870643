package dev.belljar.client;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Thrown when the host agent refuses a request, fails, or cannot be reached.
public final class AgentException extends BelljarException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public AgentException(Problem problem, @Nullable Throwable cause) {
        super(new ProblemCode(problem.code(), problem.status()), problem.detail(), problem.hint(), cause);
        this.problem = problem;
    }

    @Override
    public Problem problem() {
        return problem;
    }
}
