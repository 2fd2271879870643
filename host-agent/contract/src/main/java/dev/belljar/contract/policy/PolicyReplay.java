package dev.belljar.contract.policy;

import java.util.List;

/// What a draft policy would have decided about the recorded flows: their number, and the flows with another
/// verdict.
public record PolicyReplay(int flows, int same, List<ReplayChange> changes) {
    public PolicyReplay {
        changes = List.copyOf(changes);
    }
}
