package dev.belljar.agent.autosnapshot;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why the settings of automatic snapshots could not be changed.
public final class SnapshotSettingsException extends BelljarException {
    static final ProblemCode INVALID = new ProblemCode("snapshot.settings-invalid", 422);
    static final ProblemCode UNWRITABLE = new ProblemCode("snapshot.settings-not-saved", 507);
    private static final long serialVersionUID = 1L;

    SnapshotSettingsException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
