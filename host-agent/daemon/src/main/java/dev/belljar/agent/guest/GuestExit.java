package dev.belljar.agent.guest;

import org.jspecify.annotations.Nullable;

/// How a command in the guest ended: exactly one of exit code and signal is there; `timedOut` when the guest
/// killed it at its time limit.
public record GuestExit(@Nullable Integer code, @Nullable Integer signal, boolean timedOut) {}
