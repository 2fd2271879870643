package dev.belljar.agent.autosync;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why the settings of a sync could not be changed.
public final class SyncSettingsException extends BelljarException {
    static final ProblemCode INVALID = new ProblemCode("sync.settings-invalid", 422);
    static final ProblemCode UNWRITABLE = new ProblemCode("sync.settings-not-saved", 507);
    private static final long serialVersionUID = 1L;

    SyncSettingsException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
