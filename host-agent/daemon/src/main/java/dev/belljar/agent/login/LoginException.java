package dev.belljar.agent.login;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a login cannot begin or end.
public final class LoginException extends BelljarException {
    public static final ProblemCode NOT_OFFERED = new ProblemCode("login.not-offered", 409);
    public static final ProblemCode NOT_FOUND = new ProblemCode("login.not-found", 404);
    public static final ProblemCode ANSWER = new ProblemCode("login.answer-invalid", 422);
    public static final ProblemCode PORT = new ProblemCode("login.port-in-use", 409);
    private static final long serialVersionUID = 1L;

    LoginException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }
}
