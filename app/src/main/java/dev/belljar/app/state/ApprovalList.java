package dev.belljar.app.state;

import dev.belljar.contract.policy.Approval;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The approvals that wait for a person, oldest first, and how the last ones ended, the newest last. `first` are the
/// ids of those whose destination the sandbox never reached before.
public record ApprovalList(List<Approval> waiting, List<ApprovalEnd> ended, Set<String> first) {
    /// Nothing waits.
    public static final ApprovalList NONE = new ApprovalList(List.of(), List.of());

    private static final int KEPT = 20;

    public ApprovalList {
        waiting = List.copyOf(waiting);
        ended = List.copyOf(ended);
        first = Set.copyOf(first);
    }

    /// Of none of these it is known whether its destination is new.
    public ApprovalList(List<Approval> waiting, List<ApprovalEnd> ended) {
        this(waiting, ended, Set.of());
    }

    /// Whether the sandbox never reached this destination before.
    public boolean firstTime(Approval approval) {
        return first.contains(approval.id());
    }

    /// Those of one sandbox, by its id.
    public List<Approval> of(String sandbox) {
        return waiting.stream().filter(q -> q.sandbox().equals(sandbox)).toList();
    }

    /// The one with this id, while it waits.
    public Optional<Approval> find(String id) {
        return waiting.stream().filter(q -> q.id().equals(id)).findFirst();
    }

    /// Those that do not wait any more among the newer list.
    List<Approval> missing(List<Approval> newer) {
        return waiting.stream()
                .filter(q -> newer.stream().noneMatch(n -> n.id().equals(q.id())))
                .toList();
    }

    /// These wait now, and those have ended since.
    ApprovalList next(List<Approval> newer, List<ApprovalEnd> more, Set<String> firstTime) {
        List<ApprovalEnd> all =
                java.util.stream.Stream.concat(ended.stream(), more.stream()).toList();
        return new ApprovalList(newer, all.subList(Math.max(0, all.size() - KEPT), all.size()), firstTime);
    }
}
