package dev.belljar.app.live;

import dev.belljar.contract.policy.Approval;
import java.util.List;
import java.util.Optional;

/// The questions that wait for a person, oldest first, and how the last ones ended, the newest last.
public record Questions(List<Approval> waiting, List<Ending> ended) {
    /// Nothing waits.
    public static final Questions NONE = new Questions(List.of(), List.of());

    private static final int KEPT = 20;

    public Questions {
        waiting = List.copyOf(waiting);
        ended = List.copyOf(ended);
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
    Questions next(List<Approval> newer, List<Ending> more) {
        List<Ending> all =
                java.util.stream.Stream.concat(ended.stream(), more.stream()).toList();
        return new Questions(newer, all.subList(Math.max(0, all.size() - KEPT), all.size()));
    }
}
