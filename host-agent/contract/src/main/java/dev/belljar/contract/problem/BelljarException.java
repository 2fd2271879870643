package dev.belljar.contract.problem;

import org.jspecify.annotations.Nullable;

/// Base class of the checked exceptions: a stable code, a message that names the operand and what was expected,
/// and a hint.
public abstract class BelljarException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient ProblemCode code;
    private final @Nullable String hint;

    protected BelljarException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.hint = hint;
    }

    /// The stable code.
    public ProblemCode code() {
        return code;
    }

    /// What the user can do, or null if there is no advice.
    public @Nullable String hint() {
        return hint;
    }

    /// The problem document that the API sends for this exception.
    public Problem problem() {
        String message = getMessage();
        return Problem.of(code, title(), message == null ? code.code() : message, hint);
    }

    /// What failed, in a few words: the area of the code unless a subclass overrides it.
    protected String title() {
        return code.code().replace('.', ' ').replace('-', ' ');
    }
}
