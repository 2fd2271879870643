package dev.belljar.contract.policy;

import java.util.List;

/// The approvals that wait, oldest first.
public record ApprovalQueue(List<Approval> waiting) {
    public ApprovalQueue {
        waiting = List.copyOf(waiting);
    }
}
