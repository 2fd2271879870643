package dev.belljar.agent.inspect;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// TLS inspection cannot be switched on, or its certificate authority cannot be used.
public final class InspectException extends BelljarException {
    public static final ProblemCode NAME = new ProblemCode("inspect.name-invalid", 422);
    public static final ProblemCode FOLDER = new ProblemCode("inspect.folder-unusable", 507);
    private static final long serialVersionUID = 1L;

    InspectException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
