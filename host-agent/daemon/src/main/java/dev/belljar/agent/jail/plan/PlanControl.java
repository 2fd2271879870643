package dev.belljar.agent.jail.plan;

import java.util.List;

/// How a jail is watched: the warden's socket, how long an access is held at most (in milliseconds; 0 if
/// nothing is held), and the paths inside that need no look.
public record PlanControl(String socket, int holdMillis, List<String> open) {
    public PlanControl {
        open = List.copyOf(open);
    }

    /// True if accesses are held, and the command waits for a supervisor.
    public boolean holds() {
        return holdMillis > 0;
    }
}
