package dev.belljar.agent.policy.approval;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reports approvals as events: when they are requested, when the number of their connections has changed (at most once
/// a second), and how they ended.
final class ApprovalNews {
    private static final long PAUSE_MILLIS = 1_000;

    private final InstantSource clock;
    private final Map<String, ReportedApproval> told = new HashMap<>();
    /// Approvals that another thread ended before they were reported: readers must not see them as waiting afterwards.
    private final Set<String> early = new HashSet<>();
    private long due = Long.MAX_VALUE;

    /// What was reported of an approval last, and when.
    private record ReportedApproval(int waiting, long at) {}

    ApprovalNews(InstantSource clock) {
        this.clock = clock;
    }

    /// When the next change may be reported, `Long.MAX_VALUE` if there is none.
    synchronized long due() {
        return due;
    }

    /// Begins a round of `changed` for all approvals.
    synchronized void begin() {
        due = Long.MAX_VALUE;
    }

    synchronized void asked(ApprovalRequest request, Approval view) {
        if (early.remove(request.id())) {
            return;
        }
        told.put(request.id(), new ReportedApproval(view.waiting(), clock.millis()));
        request.policy().events().accept(event(request, "asked", view, null, null));
    }

    /// Reports the approval again if the number of connections that wait for it has changed; later if it was reported
    /// just now.
    synchronized void changed(ApprovalRequest request, Approval view) {
        ReportedApproval before = told.get(request.id());
        long now = clock.millis();
        if (before == null || before.waiting() == view.waiting()) {
            return;
        }
        if (now - before.at() < PAUSE_MILLIS) {
            due = Math.min(due, before.at() + PAUSE_MILLIS);
            return;
        }
        asked(request, view);
    }

    synchronized void ended(ApprovalRequest request, ApprovalEnding ending, Verdict verdict) {
        if (told.remove(request.id()) == null) {
            early.add(request.id());
        }
        request.policy().events().accept(event(request, ending.op(), null, ending, verdict));
    }

    private ApprovalEvent event(
            ApprovalRequest request,
            String op,
            @Nullable Approval view,
            @Nullable ApprovalEnding ending,
            @Nullable Verdict verdict) {
        Destination destination = request.key().destination();
        return new ApprovalEvent(
                0,
                clock.millis(),
                op,
                request.id(),
                destination.protocol(),
                destination.name(),
                request.key().plainName() ? null : destination.address(),
                destination.protocol().equals("dns") ? 0 : destination.port(),
                request.key().program(),
                verdict,
                ending == null ? null : ending.scope(),
                ending == null ? null : ending.rule(),
                request.key().sandbox(),
                view,
                ending == null || verdict == null ? null : ending.outcome(verdict),
                ending == null ? null : ending.by());
    }
}
