package dev.belljar.contract.view.review;

import dev.belljar.contract.view.work.FileChange;
import java.util.List;

/// A commit of the work under review, or the files that were not committed (`committed` is false).
///
/// `id` is a commit in the host's own repository, `parent` the one that it is compared with; `subject`, `author` and
/// `time` (milliseconds since the epoch) come from the guest. A `merge` has several parents and can only be accepted
/// as a whole.
public record ReviewEntry(
        String id,
        String parent,
        boolean committed,
        boolean merge,
        String subject,
        String author,
        long time,
        List<FileChange> files) {
    public ReviewEntry {
        files = List.copyOf(files);
    }
}
