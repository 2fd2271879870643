package dev.belljar.contract.jail;

import java.util.List;

/// What a draft policy would have decided about the recorded accesses: how many there are, and those that
/// differ.
public record JailReplay(int accesses, List<AccessChange> changes) {
    public JailReplay {
        changes = List.copyOf(changes);
    }
}
