package dev.belljar.agent.index;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// The index cannot be read or written. The journals are not affected, and `belljar index rebuild` makes a new
/// index.
public final class IndexException extends BelljarException {
    public static final ProblemCode BROKEN = new ProblemCode("index.broken", 500);
    private static final long serialVersionUID = 1L;

    public IndexException(String message, @Nullable Throwable cause) {
        super(BROKEN, message, "Run `belljar index rebuild`, which restores the index from the journals.", cause);
    }
}
