package dev.belljar.agent.jail.plan;

import java.util.List;

/// Who the jail's command is: its ids as inside, how ids are mapped, and the name of the host that it sees.
public record PlanIdentity(List<IdRange> users, List<IdRange> groups, int user, int group, String hostName) {
    public PlanIdentity {
        users = List.copyOf(users);
        groups = List.copyOf(groups);
    }

    /// The identity of one user and one group of the host, with the same ids inside.
    static PlanIdentity of(int user, int group, String hostName) {
        return new PlanIdentity(
                List.of(new IdRange(user, user, 1)), List.of(new IdRange(group, group, 1)), user, group, hostName);
    }
}
