package dev.belljar.agent.vmstate;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a saved machine cannot be written, or that it is damaged.
public final class SavedStateException extends BelljarException {
    public static final ProblemCode DAMAGED = new ProblemCode("memory.damaged", 422);
    public static final ProblemCode UNWRITABLE = new ProblemCode("memory.unwritable", 507);
    public static final ProblemCode UNREADABLE = new ProblemCode("memory.unreadable", 409);
    private static final long serialVersionUID = 1L;

    public SavedStateException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
