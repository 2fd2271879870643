package dev.belljar.agent.jail;

import org.jspecify.annotations.Nullable;

/// A line from a warden. Which fields it has depends on `type`; see `microvm-nix/guest-agent/jail/PLAN.md`.
record WardenMessage(
        String type,
        long id,
        int pid,
        @Nullable String comm,
        @Nullable String exe,
        @Nullable String op,
        @Nullable String path,
        @Nullable String mask,
        @Nullable String decision,
        @Nullable String why,
        int waiters,
        @Nullable String about,
        @Nullable String message,
        int code) {}
