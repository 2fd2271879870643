package dev.belljar.agent.environment;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.FileErrors;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Says why the environment of a project cannot be read, accepted or stored.
public final class EnvironmentException extends BelljarException {
    static final ProblemCode INVALID = new ProblemCode("environment.file-invalid", 422);
    static final ProblemCode CHANGED = new ProblemCode("environment.changed", 409);
    static final ProblemCode NONE = new ProblemCode("environment.none", 404);
    static final ProblemCode ITEM = new ProblemCode("environment.no-such-item", 422);
    static final ProblemCode NO_AGENT = new ProblemCode("codingagent.not-found", 404);
    static final ProblemCode BAD_AGENT = new ProblemCode("codingagent.profile-invalid", 422);
    static final ProblemCode UNSAVED = new ProblemCode("environment.not-saved", 507);
    private static final int MOST = 60;
    private static final long serialVersionUID = 1L;

    EnvironmentException(ProblemCode code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    private EnvironmentException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    /// The exception for a folder in which decisions cannot be stored.
    static EnvironmentException unsaved(Path folder, IOException cause) {
        return new EnvironmentException(
                UNSAVED,
                "%s cannot be used: %s".formatted(folder, FileErrors.reason(cause)),
                "Free some space on that disk, and check that you own the folder.",
                cause);
    }

    /// The exception for a file that cannot be used; the message says where and why.
    static EnvironmentException invalid(String message) {
        return new EnvironmentException(INVALID, VisibleText.line(message), null);
    }

    /// The first characters of untrusted text, on one line.
    static String shortened(String text) {
        return VisibleText.line(text.length() > MOST ? text.substring(0, MOST) + "…" : text);
    }
}
