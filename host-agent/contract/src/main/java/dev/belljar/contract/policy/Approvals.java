package dev.belljar.contract.policy;

import java.util.List;

/// The questions that wait, oldest first; `version` changes whenever they do.
public record Approvals(long version, List<Approval> waiting) {
    public Approvals {
        waiting = List.copyOf(waiting);
    }
}
