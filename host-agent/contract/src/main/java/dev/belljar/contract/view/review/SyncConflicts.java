package dev.belljar.contract.view.review;

import java.util.List;

/// The files in which a sync into the working tree conflicts with the user's own changes. `complete` is false
/// if there are more than are listed; then they cannot be resolved here.
public record SyncConflicts(List<FileConflict> files, boolean complete) {
    public SyncConflicts {
        files = List.copyOf(files);
    }
}
