package dev.belljar.contract.sandbox;

import java.util.Set;

/// The states of a sandbox, and the transitions between them that are permitted.
public enum SandboxState {
    CREATED,
    STARTING,
    RUNNING,
    STOPPING,
    STOPPED,
    ERROR,
    DESTROYED;

    /// The states that may follow this one. A stop that fails to hibernate returns to RUNNING.
    public Set<SandboxState> next() {
        return switch (this) {
            case CREATED -> Set.of(STARTING, ERROR, DESTROYED);
            case STARTING -> Set.of(RUNNING, STOPPING, ERROR);
            case RUNNING -> Set.of(STOPPING, ERROR);
            case STOPPING -> Set.of(STOPPED, RUNNING, ERROR);
            case STOPPED -> Set.of(STARTING, ERROR, DESTROYED);
            case ERROR -> Set.of(STARTING, STOPPING, STOPPED, DESTROYED);
            case DESTROYED -> Set.of();
        };
    }
}
