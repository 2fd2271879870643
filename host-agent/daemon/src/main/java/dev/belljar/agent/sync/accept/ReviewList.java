package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.List;

/// The entries of a review as they are shown; `complete` is false if there are more entries or files. `files` are
/// all files that the entries change, and those that differ from the capture.
public record ReviewList(List<ReviewEntry> entries, List<FileChange> files, boolean complete) {
    public ReviewList {
        entries = List.copyOf(entries);
        files = List.copyOf(files);
    }

    /// Lists the entries of a tip, without what was synced.
    public static ReviewList of(HostRepository repository, OperationDeadline deadline, EntryBase base, String tip)
            throws SyncException, InterruptedException {
        ReviewEntries entries = ReviewEntries.of(repository, deadline, base, tip);
        List<ReviewEntry> shown = new ArrayList<>();
        List<FileChange> files = new ArrayList<>(WorkReview.shown(entries.whole()));
        for (WorkEntry entry : entries.all()) {
            WorkEntry open = open(entry, entries.synced());
            boolean known = entries.synced().entries().contains(entry.id())
                    || (!entry.changes().isEmpty() && entry.refused().isEmpty());
            if (!known || !open.changes().isEmpty()) {
                shown.add(open.shown(each -> entries.synced().open(open, each)));
            }
            files.addAll(entry.shown(_ -> List.of()).files());
        }
        return new ReviewList(shown, files, entries.complete());
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
