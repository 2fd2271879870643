package dev.belljar.app.review;

import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.work.FileChange;

/// A row of the queue.
sealed interface QueueRow {
    /// A commit, or the files that were not committed; `files` of it are in the list.
    record EntryRow(ReviewEntry entry, int files, boolean folded) implements QueueRow {}

    /// A folder, if files are grouped by folder.
    record FolderRow(String folder, int files, boolean folded) implements QueueRow {}

    /// A file to decide about.
    record FileRow(ReviewedFile file) implements QueueRow {}

    /// The head of files that cannot be decided: the user's own, or those outside the project.
    record OtherHead(boolean own, int files, boolean folded) implements QueueRow {}

    /// A file that cannot be decided.
    record OtherRow(boolean own, FileChange change) implements QueueRow {}
}
