package dev.belljar.agent.jail.plan;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a jail cannot be started, asked or ended.
public final class JailException extends BelljarException {
    public static final ProblemCode INVALID = new ProblemCode("jail.request-invalid", 422);
    public static final ProblemCode PLAN = new ProblemCode("jail.plan-invalid", 500);
    public static final ProblemCode UNAVAILABLE = new ProblemCode("jail.unavailable", 409);
    public static final ProblemCode UNKNOWN = new ProblemCode("jail.not-found", 404);
    public static final ProblemCode FAILED = new ProblemCode("jail.failed", 500);
    private static final long serialVersionUID = 1L;

    public JailException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }

    public JailException(ProblemCode code, String message, @Nullable String hint, Throwable cause) {
        super(code, message, hint, cause);
    }

    /// The exception for a request that names something that cannot be used.
    static JailException invalid(String message, String hint) {
        return new JailException(INVALID, message, hint);
    }
}
