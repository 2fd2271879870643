package dev.belljar.agent.setup;

import dev.belljar.contract.environment.SetupState;
import org.jspecify.annotations.Nullable;

/// Ends a setup before it is complete: its state, the exit code of the command that failed, and why.
final class SetupEnd extends Exception {
    private static final long serialVersionUID = 1L;

    private final SetupState state;
    private final @Nullable Integer code;

    SetupEnd(SetupState state, @Nullable Integer code, String why) {
        super(why);
        this.state = state;
        this.code = code;
    }

    SetupState state() {
        return state;
    }

    boolean failed() {
        return state == SetupState.FAILED;
    }

    @Nullable
    Integer code() {
        return code;
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
