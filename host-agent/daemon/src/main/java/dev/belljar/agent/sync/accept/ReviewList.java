package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.List;

/// The entries of a review as they are shown; `complete` is false if there are more entries or files. `files` are all
/// files that the entries change, and those that differ from the capture.
public record ReviewList(List<ReviewEntry> entries, List<FileChange> files, boolean complete) {
    public ReviewList {
        entries = List.copyOf(entries);
        files = List.copyOf(files);
    }

    /// Lists the entries of a tip.
    public static ReviewList of(HostRepository repository, OperationDeadline deadline, String capture, String tip)
            throws SyncException, InterruptedException {
        ReviewEntries entries = ReviewEntries.of(repository, deadline, capture, tip);
        List<ReviewEntry> shown = entries.all().stream().map(WorkEntry::shown).toList();
        List<FileChange> files = new ArrayList<>(WorkReview.shown(entries.whole()));
        shown.forEach(entry -> files.addAll(entry.files()));
        return new ReviewList(shown, files, entries.complete());
    }
}
