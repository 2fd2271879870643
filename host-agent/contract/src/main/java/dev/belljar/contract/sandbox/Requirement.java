package dev.belljar.contract.sandbox;

import org.jspecify.annotations.Nullable;

/// A named condition that must hold before a machine is ready.
///
/// `millis` is how long it took or has taken so far; `percent` is known for long work only; `hint` says what to
/// do if it fails.
public record Requirement(
        String name,
        String label,
        State state,
        long millis,
        @Nullable Integer percent,
        @Nullable String detail,
        @Nullable String hint) {
    /// The states of a requirement.
    public enum State {
        PENDING,
        WAITING,
        MET,
        FAILED
    }
}
