package dev.belljar.agent.journal;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// A journal that cannot be written or read.
public final class JournalException extends BelljarException {
    public static final ProblemCode UNWRITABLE = new ProblemCode("journal.unwritable", 507);
    public static final ProblemCode UNREADABLE = new ProblemCode("journal.unreadable", 500);
    private static final long serialVersionUID = 1L;

    public JournalException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
