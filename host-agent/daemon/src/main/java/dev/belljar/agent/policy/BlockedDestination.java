package dev.belljar.agent.policy;

import org.jspecify.annotations.Nullable;

/// A destination that was blocked: its name or address as visible text, the reason in words, and the words of a
/// rule that would allow it, null if there is none.
public record BlockedDestination(
        String destination, String reason, @Nullable String allowing) {}
