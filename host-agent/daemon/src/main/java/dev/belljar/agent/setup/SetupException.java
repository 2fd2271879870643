package dev.belljar.agent.setup;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why an environment cannot be set up in a sandbox.
public final class SetupException extends BelljarException {
    public static final ProblemCode NONE = new ProblemCode("setup.no-environment", 404);
    public static final ProblemCode RUNNING = new ProblemCode("setup.running", 409);
    public static final ProblemCode NOT_RUNNING = new ProblemCode("setup.not-running", 409);
    public static final ProblemCode INVALID = new ProblemCode("setup.environment-invalid", 422);
    public static final ProblemCode FILE = new ProblemCode("setup.file-not-copied", 422);
    private static final long serialVersionUID = 1L;

    SetupException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }

    /// A word of the environment that its package manager, or Belljar, would not understand as what it is meant
    /// to be.
    static SetupException invalid(String what, String word, String expected) {
        return new SetupException(INVALID, "%s \"%s\": expected %s".formatted(what, word, expected), null);
    }

    /// A file of this computer that was not copied into the sandbox.
    static SetupException file(String name, String why) {
        return new SetupException(
                FILE, "%s was not copied into the sandbox: %s".formatted(name, why), "Copy it with `belljar put`.");
    }
}
