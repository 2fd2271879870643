package dev.belljar.agent.host;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why settings could not be changed.
public final class SettingsException extends BelljarException {
    private static final long serialVersionUID = 1L;

    public SettingsException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
