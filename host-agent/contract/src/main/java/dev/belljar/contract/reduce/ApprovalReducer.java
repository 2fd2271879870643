package dev.belljar.contract.reduce;

import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.policy.Approval;
import java.util.ArrayList;
import java.util.List;

/// Reduces approval events to the approvals that wait.
public final class ApprovalReducer {
    private ApprovalReducer() {}

    /// Returns the approvals that wait after an event, in the order in which they were first asked. An approval that is
    /// asked again replaces the one with the same id.
    public static List<Approval> next(List<Approval> waiting, ApprovalEvent event) {
        Approval asked = event.waits() ? event.approval() : null;
        List<Approval> next = new ArrayList<>();
        boolean replaced = false;
        for (Approval known : waiting) {
            if (!known.id().equals(event.id())) {
                next.add(known);
            } else if (event.waits()) {
                next.add(asked == null ? known : asked);
                replaced = true;
            }
        }
        if (asked != null && !replaced) {
            next.add(asked);
        }
        return List.copyOf(next);
    }
}
