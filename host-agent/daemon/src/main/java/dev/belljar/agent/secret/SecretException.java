package dev.belljar.agent.secret;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a secret cannot be stored or found. Its message never contains the secret's value.
public final class SecretException extends BelljarException {
    public static final ProblemCode NAME = new ProblemCode("secret.name-invalid", 422);
    public static final ProblemCode VALUE = new ProblemCode("secret.value-invalid", 422);
    public static final ProblemCode HOST = new ProblemCode("secret.host-invalid", 422);
    public static final ProblemCode NOT_FOUND = new ProblemCode("secret.not-found", 404);
    public static final ProblemCode STORE = new ProblemCode("secret.store-unusable", 507);
    private static final long serialVersionUID = 1L;

    SecretException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }
}
