package dev.belljar.contract.view.review;

import dev.belljar.contract.view.work.FileDiff;
import java.util.List;

/// The work of a sandbox that waits for review: what a sync of `commit` would bring to `target`, as one entry for
/// each commit, the oldest first, and a last one for files that were not committed.
///
/// `base` stands for what the work is compared with, usually the commit that the sandbox started from; `fetched` is the
/// time of the fetch in milliseconds since the epoch. `own` are files outside the entries that come along: files
/// that the user had not committed when the sandbox was created and that the guest did not change. `complete` is
/// false if there are more entries or files than are listed; then the work can only be accepted without a
/// selection. `upToDate` means that there is nothing to sync.
public record ReviewQueue(
        String commit,
        String base,
        String target,
        long fetched,
        List<ReviewEntry> entries,
        FileDiff own,
        boolean complete,
        boolean upToDate) {
    public ReviewQueue {
        entries = List.copyOf(entries);
    }
}
