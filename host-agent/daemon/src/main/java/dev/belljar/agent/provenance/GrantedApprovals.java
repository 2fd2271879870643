package dev.belljar.agent.provenance;

import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.contract.audit.SyncReceipt;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.network.FlowRow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The approvals of a sandbox that the user granted, the oldest first.
record GrantedApprovals(List<ApprovalEvent> granted) {
    private static final int MOST = 2_000;
    private static final int BATCH = 500;
    /// A flow begins before the answer for which it waits, at most this long.
    private static final long LONGEST_WAIT = Duration.ofMinutes(10).toMillis();

    /// Reads the newest approvals of a journal.
    static GrantedApprovals of(Journal journal) throws JournalException, InterruptedException {
        Deque<ApprovalEvent> granted = new ArrayDeque<>();
        try (JournalCursor cursor = journal.cursor(0, Set.of(EventType.APPROVAL))) {
            for (List<Event> next = cursor.next(BATCH, Duration.ZERO);
                    !next.isEmpty();
                    next = cursor.next(BATCH, Duration.ZERO)) {
                for (Event event : next) {
                    if (event instanceof ApprovalEvent approval && byUser(approval)) {
                        granted.add(approval);
                    }
                    if (granted.size() > MOST) {
                        granted.removeFirst();
                    }
                }
            }
        }
        return new GrantedApprovals(List.copyOf(granted));
    }

    private static boolean byUser(ApprovalEvent approval) {
        return approval.outcome() == ApprovalOutcome.ALLOWED && approval.by() != ApprovalEvent.DecidedBy.RULE;
    }

    /// The id of the approval that allowed this flow: the newest one for the same destination, whose answer is of
    /// the layer that decided about the flow.
    Optional<String> id(FlowRow flow) {
        for (ApprovalEvent approval : granted.reversed()) {
            boolean before = approval.ts() <= flow.started() + LONGEST_WAIT;
            boolean decided = approval.scope() != null && RuleLayer.of(approval.scope()) == flow.layer();
            if (before && decided && sameDestination(approval, flow)) {
                return Optional.of(approval.id());
            }
        }
        return Optional.empty();
    }

    private static boolean sameDestination(ApprovalEvent approval, FlowRow flow) {
        String address = approval.address();
        boolean samePlace = approval.name() != null
                ? approval.name().equalsIgnoreCase(String.valueOf(flow.name()))
                : address != null && flow.dst().contains(address);
        return samePlace && (approval.port() == 0 || flow.dst().endsWith(":" + approval.port()));
    }

    /// The approvals as a receipt lists them, at most so many of the newest.
    List<SyncReceipt.GrantedApproval> listed(int most) {
        return granted.subList(Math.max(0, granted.size() - most), granted.size()).stream()
                .map(each -> new SyncReceipt.GrantedApproval(
                        each.id(),
                        each.ts(),
                        destination(each),
                        each.rule() == null ? null : VisibleText.line(each.rule())))
                .toList();
    }

    private static String destination(ApprovalEvent approval) {
        String where = approval.name() == null ? String.valueOf(approval.address()) : approval.name();
        return VisibleText.line(
                approval.protocol() + " " + where + (approval.port() == 0 ? "" : ":" + approval.port()));
    }
}
