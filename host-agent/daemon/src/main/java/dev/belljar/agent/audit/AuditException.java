package dev.belljar.agent.audit;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Path;

/// The audit cannot be read or written.
public final class AuditException extends BelljarException {
    public static final ProblemCode UNREADABLE = new ProblemCode("audit.unreadable", 500);
    public static final ProblemCode UNWRITABLE = new ProblemCode("audit.unwritable", 507);
    private static final long serialVersionUID = 1L;

    AuditException(ProblemCode code, Path file, IOException cause) {
        super(
                code,
                file + ": the audit log could not be " + (code.equals(UNREADABLE) ? "read" : "written") + ": "
                        + FileErrors.sentence(cause),
                "Check the free space and the owner of the data folder.",
                cause);
    }

    private AuditException(String message, String hint, Throwable cause) {
        super(UNREADABLE, message, hint, cause);
    }

    /// The file with the anchor exists, but cannot be used: whether the end of the audit log is missing is unknown.
    static AuditException anchor(Path file, String why, Throwable cause) {
        return new AuditException(
                ("%s: this file records the last line of the audit log, and it is damaged: %s. Without it, Belljar cannot"
                                + " tell whether entries are missing, so the host agent does not start")
                        .formatted(file, why),
                "Restore the file from a backup. Without a backup, rename the file. The host agent can then start, but"
                        + " `belljar audit verify` and `belljar doctor` will report from then on that entries may be"
                        + " missing.",
                cause);
    }
}
