package dev.belljar.agent.storage;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says that a disk limit would be exceeded, or that a limit is invalid.
public final class StorageException extends BelljarException {
    public static final ProblemCode OVER_QUOTA = new ProblemCode("storage.over-quota", 507);
    public static final ProblemCode INVALID = new ProblemCode("storage.invalid", 422);
    public static final ProblemCode FIXED = new ProblemCode("storage.fixed", 409);
    public static final ProblemCode UNKEPT = new ProblemCode("storage.not-kept", 507);
    public static final ProblemCode UNKNOWN = new ProblemCode("storage.unknown", 500);
    private static final long serialVersionUID = 1L;

    StorageException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }
}
