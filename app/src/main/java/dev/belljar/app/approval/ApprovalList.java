package dev.belljar.app.approval;

import dev.belljar.contract.policy.Approval;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The approvals that wait for an answer, oldest first, and how the last ones ended, newest last. `first`
/// contains the ids of approvals whose destination the sandbox never reached before.
public record ApprovalList(List<Approval> waiting, List<ApprovalEnd> ended, Set<String> first) {
    /// No approvals.
    public static final ApprovalList NONE = new ApprovalList(List.of(), List.of());

    private static final int KEPT = 20;

    public ApprovalList {
        waiting = List.copyOf(waiting);
        ended = List.copyOf(ended);
        first = Set.copyOf(first);
    }

    /// Approvals of which none is known to have a new destination.
    public ApprovalList(List<Approval> waiting, List<ApprovalEnd> ended) {
        this(waiting, ended, Set.of());
    }

    /// True if the sandbox is known to have never reached this destination before.
    public boolean firstTime(Approval approval) {
        return first.contains(approval.id());
    }

    /// Returns the waiting approvals of the sandbox with this id.
    public List<Approval> of(String sandbox) {
        return waiting.stream().filter(q -> q.sandbox().equals(sandbox)).toList();
    }

    /// Returns the approval with this id, while it waits.
    public Optional<Approval> find(String id) {
        return waiting.stream().filter(q -> q.id().equals(id)).findFirst();
    }

    /// Returns the approvals of this list that are not in the newer one.
    List<Approval> missing(List<Approval> newer) {
        return waiting.stream()
                .filter(q -> newer.stream().noneMatch(n -> n.id().equals(q.id())))
                .toList();
    }

    /// Returns the list with `newer` as the approvals that wait now, and `more` as those that ended since.
    ApprovalList next(List<Approval> newer, List<ApprovalEnd> more, Set<String> firstTime) {
        List<ApprovalEnd> all =
                java.util.stream.Stream.concat(ended.stream(), more.stream()).toList();
        return new ApprovalList(newer, all.subList(Math.max(0, all.size() - KEPT), all.size()), firstTime);
    }
}
