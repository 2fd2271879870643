package dev.belljar.agent.secret;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a secret cannot be stored, found or renewed. Its message never contains the secret's value.
public final class SecretException extends BelljarException {
    public static final ProblemCode NAME = new ProblemCode("secret.name-invalid", 422);
    public static final ProblemCode VALUE = new ProblemCode("secret.value-invalid", 422);
    public static final ProblemCode HOST = new ProblemCode("secret.host-invalid", 422);
    public static final ProblemCode NOT_FOUND = new ProblemCode("secret.not-found", 404);
    public static final ProblemCode STORE = new ProblemCode("secret.store-unusable", 507);
    /// A command did not print the secret.
    public static final ProblemCode UNAVAILABLE = new ProblemCode("secret.value-unavailable", 502);
    /// A login server issued no token.
    public static final ProblemCode LOGIN = new ProblemCode("secret.login-failed", 502);

    private static final long serialVersionUID = 1L;

    public SecretException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }
}
