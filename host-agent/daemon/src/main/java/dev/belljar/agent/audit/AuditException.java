package dev.belljar.agent.audit;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import java.nio.file.Path;

/// The audit cannot be read or written.
public final class AuditException extends BelljarException {
    public static final ProblemCode UNREADABLE = new ProblemCode("audit.unreadable", 500);
    public static final ProblemCode UNWRITABLE = new ProblemCode("audit.unwritable", 507);
    private static final long serialVersionUID = 1L;

    AuditException(ProblemCode code, Path file, Throwable cause) {
        super(
                code,
                file + ": the audit log could not be " + (code.equals(UNREADABLE) ? "read" : "written") + ": "
                        + cause.getMessage(),
                "Check the free space and the owner of the data folder.",
                cause);
    }
}
