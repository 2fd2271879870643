package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.view.review.ReviewEntry;
import java.util.List;

/// The entries of a review as they are shown; `complete` is false if there are more entries or files.
public record ReviewList(List<ReviewEntry> entries, boolean complete) {
    public ReviewList {
        entries = List.copyOf(entries);
    }

    /// Lists the entries of a tip.
    public static ReviewList of(HostRepository repository, OperationDeadline deadline, String capture, String tip)
            throws SyncException, InterruptedException {
        ReviewEntries entries = ReviewEntries.of(repository, deadline, capture, tip);
        return new ReviewList(entries.all().stream().map(WorkEntry::shown).toList(), entries.complete());
    }
}
