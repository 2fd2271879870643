package dev.belljar.client;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says that the host agent refused a request, failed, or could not be reached.
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
