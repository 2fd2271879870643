package dev.belljar.contract.policy;

import java.util.List;

/// The approvals that wait, oldest first; `version` changes whenever the list changes.
public record ApprovalQueue(long version, List<Approval> waiting) {
    public ApprovalQueue {
        waiting = List.copyOf(waiting);
    }
}
