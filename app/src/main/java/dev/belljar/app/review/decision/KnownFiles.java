package dev.belljar.app.review.decision;

import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The files of a queue, to find those of them that a newer queue has, too.
///
/// A change is the same if it is in the same entry, or if it has the same content: the entry of uncommitted work is a
/// new commit after each fetch, and a commit can be made of it.
final class KnownFiles {
    private record FileOfEntry(String entry, FileChange change) {}

    private final Map<FileOfEntry, ReviewedFile> exact = new HashMap<>();
    private final Map<FileChange, Deque<ReviewedFile>> moved = new HashMap<>();

    private KnownFiles() {}

    /// `otherBase` are files of a review with another base: of these, an entry may have other hunks now.
    static KnownFiles of(List<ReviewedFile> files, List<ReviewedFile> otherBase) {
        KnownFiles known = new KnownFiles();
        files.forEach(file -> known.exact.put(new FileOfEntry(file.entry().id(), file.change()), file));
        otherBase.forEach(known::movable);
        return known;
    }

    /// The files of a newer queue; those that are known are the same objects as before.
    List<ReviewedFile> kept(ReviewQueue next) {
        List<@Nullable ReviewedFile> same = new ArrayList<>();
        for (ReviewEntry entry : next.entries()) {
            entry.files().forEach(change -> same.add(exact.remove(new FileOfEntry(entry.id(), change))));
        }
        exact.values().forEach(this::movable);
        List<ReviewedFile> kept = new ArrayList<>();
        for (ReviewEntry entry : next.entries()) {
            for (FileChange change : entry.files()) {
                ReviewedFile file = same.get(kept.size());
                kept.add(file == null ? known(entry, change) : file);
            }
        }
        return kept;
    }

    // The files of a merge are decided together, so none of them comes from another entry.
    private void movable(ReviewedFile file) {
        if (file.change().content() != null && !file.entry().merge()) {
            moved.computeIfAbsent(file.change(), _ -> new ArrayDeque<>()).add(file);
        }
    }

    private ReviewedFile known(ReviewEntry entry, FileChange change) {
        Deque<ReviewedFile> files = moved.get(change);
        ReviewedFile file = files == null || entry.merge() ? null : files.poll();
        if (file == null) {
            return new ReviewedFile(entry, change);
        }
        file.move(entry);
        return file;
    }
}
