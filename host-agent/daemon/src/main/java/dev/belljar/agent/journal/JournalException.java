package dev.belljar.agent.journal;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A journal cannot be written or read.
public final class JournalException extends BelljarException {
    public static final ProblemCode UNWRITABLE = new ProblemCode("journal.unwritable", 507);
    public static final ProblemCode UNREADABLE = new ProblemCode("journal.unreadable", 500);
    public static final ProblemCode CLOSED = new ProblemCode("journal.closed", 410);
    private static final long serialVersionUID = 1L;

    public JournalException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    static JournalException unopened(Path folder, IOException cause) {
        return new JournalException(
                UNREADABLE,
                folder + ": the journal could not be opened: " + FileErrors.reason(cause),
                "Check that you own the folder and that its disk is not full.",
                cause);
    }

    static JournalException unwritable(Path file, IOException cause) {
        return new JournalException(
                UNWRITABLE,
                file + ": could not be written: " + FileErrors.reason(cause),
                "Free some space on its disk; recording then resumes automatically.",
                cause);
    }

    static JournalException unreadable(Path folder, IOException cause) {
        return new JournalException(
                UNREADABLE,
                folder + ": could not be read: " + FileErrors.reason(cause),
                "Check the disk for errors.",
                cause);
    }

    static JournalException closed(String why) {
        return new JournalException(CLOSED, why, null, null);
    }
}
