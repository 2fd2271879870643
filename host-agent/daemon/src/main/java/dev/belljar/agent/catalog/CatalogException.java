package dev.belljar.agent.catalog;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// The catalog cannot be read or written.
public final class CatalogException extends BelljarException {
    public static final ProblemCode UNWRITABLE = new ProblemCode("catalog.unwritable", 507);
    public static final ProblemCode UNREADABLE = new ProblemCode("catalog.unreadable", 500);
    private static final long serialVersionUID = 1L;

    public CatalogException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
