package dev.belljar.agent.jail.plan;

import java.util.Set;

/// The user of the host whose jail it is: the home folder, and the user and group id, which are not 0. `homes` are all
/// folders in which secrets are to be hidden: `HOME` can be another folder than the one that the user's account has.
public record JailOwner(String home, int user, int group, Set<String> homes) {
    public JailOwner {
        homes = Set.copyOf(homes);
    }
}
