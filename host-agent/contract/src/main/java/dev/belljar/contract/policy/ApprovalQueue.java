package dev.belljar.contract.policy;

import java.util.List;

/// The questions that wait, oldest first; `version` changes whenever they do.
public record ApprovalQueue(long version, List<Approval> waiting) {
    public ApprovalQueue {
        waiting = List.copyOf(waiting);
    }
}
