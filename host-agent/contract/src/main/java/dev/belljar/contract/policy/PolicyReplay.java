package dev.belljar.contract.policy;

import java.util.List;

/// What a draft would have decided about the recorded flows: how many it saw, and those whose verdict differs.
public record PolicyReplay(int flows, int same, List<ReplayChange> changes) {
    public PolicyReplay {
        changes = List.copyOf(changes);
    }
}
