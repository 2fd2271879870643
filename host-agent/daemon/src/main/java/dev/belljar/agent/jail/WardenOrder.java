package dev.belljar.agent.jail;

import org.jspecify.annotations.Nullable;

/// A line to a warden; fields that are null are left out.
record WardenOrder(
        String type,
        @Nullable Long id,
        @Nullable String scope,
        @Nullable Boolean persist,
        @Nullable String path,
        @Nullable String decision) {
    static final WardenOrder SUPERVISE = new WardenOrder("cmd.supervise", null, null, null, null, null);
    static final WardenOrder KILL = new WardenOrder("cmd.kill", null, null, null, null, null);

    static WardenOrder approve(long id, String scope) {
        return new WardenOrder("cmd.approve", id, scope, null, null, null);
    }

    static WardenOrder deny(long id, boolean persist) {
        return new WardenOrder("cmd.deny", id, null, persist, null, null);
    }

    static WardenOrder decide(String path, String decision) {
        return new WardenOrder("cmd.decide", null, null, null, path, decision);
    }
}
