package dev.belljar.contract.environment;

import org.jspecify.annotations.Nullable;

/// How far the setup of an environment has come in a sandbox.
///
/// `environment` is the digest of the accepted environment. Times are milliseconds since the epoch; `ended` is
/// null while it runs. `step` counts from 1 to `steps`, `label` says what that step does or did last, in
/// visible characters. `exitCode` is that of the command that failed, null if none did; `detail` says why the
/// setup is not complete, null while it runs and once it is done.
public record SetupStatus(
        String environment,
        SetupState state,
        long began,
        @Nullable Long ended,
        int step,
        int steps,
        String label,
        @Nullable Integer exitCode,
        @Nullable String detail) {
    /// A setup that begins now.
    public static SetupStatus begun(String environment, int steps, long now) {
        return new SetupStatus(environment, SetupState.RUNNING, now, null, 0, steps, "", null, null);
    }

    /// This setup at another step.
    public SetupStatus at(int newStep, String newLabel) {
        return new SetupStatus(environment, state, began, ended, newStep, steps, newLabel, exitCode, detail);
    }

    /// This setup, ended in this state.
    public SetupStatus ended(SetupState how, long now, @Nullable Integer code, @Nullable String why) {
        return new SetupStatus(environment, how, began, now, step, steps, label, code, why);
    }

    /// True while it runs.
    public boolean running() {
        return state == SetupState.RUNNING;
    }
}
