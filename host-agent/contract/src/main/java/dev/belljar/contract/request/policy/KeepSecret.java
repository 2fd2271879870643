package dev.belljar.contract.request.policy;

import org.jspecify.annotations.Nullable;

/// Asks to store a secret on this host under a name, replacing an earlier one of that name: either its
/// `value`, or the `command` that prints it, run by `/bin/sh` as the user of the host agent.
public record KeepSecret(
        String name, @Nullable String value, @Nullable String command) {
    /// A secret with a value.
    public KeepSecret(String name, String value) {
        this(name, value, null);
    }
}
