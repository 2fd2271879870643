package dev.belljar.contract.sandbox;

import org.jspecify.annotations.Nullable;

/// One named thing that must hold before a machine is ready.
///
/// `millis` is how long it took (or has been waited for); `percent` is known for long work only; `hint` says what
/// to do when it fails.
public record Requirement(
        String name,
        String label,
        State state,
        long millis,
        @Nullable Integer percent,
        @Nullable String detail,
        @Nullable String hint) {
    /// How far a requirement has come.
    public enum State {
        PENDING,
        WAITING,
        MET,
        FAILED
    }
}
