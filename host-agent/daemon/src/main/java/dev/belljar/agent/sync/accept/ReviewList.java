package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.view.review.ReviewEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The entries of a review as they are shown; `complete` is false if there are more entries or files. `paths` are
/// those of all files that the entries change, and of those that differ from the capture.
public record ReviewList(List<ReviewEntry> entries, Set<String> paths, boolean complete) {
    public ReviewList {
        entries = List.copyOf(entries);
        paths = Set.copyOf(paths);
    }

    /// Lists the entries of a tip, without what was synced.
    ///
    /// A commit that was not there at the last sync is listed even if all its changes were synced: it comes to the
    /// project with its message, its author and its other parents.
    public static ReviewList of(HostRepository repository, OperationDeadline deadline, EntryBase base, String tip)
            throws SyncException, InterruptedException {
        ReviewEntries entries = ReviewEntries.of(repository, deadline, base, tip);
        List<ReviewEntry> shown = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        entries.whole().forEach(each -> add(paths, each));
        for (WorkEntry entry : entries.all()) {
            WorkEntry open = open(entry, entries.synced());
            boolean known = entries.synced().entries().contains(entry.id());
            if (!known || !open.changes().isEmpty()) {
                shown.add(open.shown(each -> entries.synced().open(open, each)));
            }
            entry.changes().forEach(each -> add(paths, each.change()));
        }
        return new ReviewList(shown, paths, entries.complete());
    }

    private static void add(Set<String> paths, RawChange change) {
        paths.add(change.path().shown());
        GitPath from = change.from();
        if (from != null) {
            paths.add(from.shown());
        }
    }

    private static WorkEntry open(WorkEntry entry, SyncedParts synced) {
        List<WorkReview.ReviewedChange> open = entry.changes().stream()
                .filter(each -> !synced.of(entry, each)
                        .map(SyncedParts.SelectedPart.ALL::equals)
                        .orElse(false))
                .toList();
        return new WorkEntry(entry.commit(), entry.parentTree(), entry.committed(), open, entry.refused());
    }
}
