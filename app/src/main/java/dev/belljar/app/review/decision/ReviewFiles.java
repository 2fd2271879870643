package dev.belljar.app.review.decision;

import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewQueue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The files of a review with the decisions about them, of which those about the same changes survive a newer queue.
public final class ReviewFiles {
    private final RememberedHunks remembered = new RememberedHunks();
    private List<ReviewedFile> files = List.of();

    // The files of the review before its base was changed.
    private List<ReviewedFile> otherBase = List.of();

    // The files that were synced since the queue was read. They are not listed any more, but what was skipped of them
    // stays skipped until the next queue is known.
    private Set<ReviewedFile> done = Set.of();

    /// All files, also those that are not listed any more.
    public List<ReviewedFile> all() {
        return files;
    }

    /// The files to list.
    public List<ReviewedFile> listed() {
        return files.stream().filter(file -> !done.contains(file)).toList();
    }

    /// True if what is listed is what the queue says.
    public boolean current() {
        return done.isEmpty();
    }

    /// Takes the files of a newer queue at this time, in milliseconds since the epoch.
    public void replace(ReviewQueue next, long time) {
        drop();
        List<ReviewedFile> before =
                Stream.concat(files.stream(), otherBase.stream()).toList();
        List<ReviewedFile> kept = KnownFiles.of(files, otherBase).kept(next);
        Map<String, Integer> decided = new HashMap<>();
        Set<ReviewedFile> old = new HashSet<>(before);
        Set<ReviewedFile> now = new HashSet<>(kept);
        before.stream().filter(file -> !now.contains(file)).forEach(file -> {
            file.keep(remembered);
            int count = file.count(HunkDecision.ACCEPTED) + file.count(HunkDecision.SKIPPED);
            decided.merge(file.path(), count, Integer::sum);
        });
        kept.stream()
                .filter(file -> !old.contains(file))
                .forEach(file -> file.decidedBefore(decided.getOrDefault(file.path(), 0), time));
        files = List.copyOf(kept);
        otherBase = List.of();
    }

    /// Lists nothing until the queue with another base is known.
    public void clear() {
        drop();
        otherBase = Stream.concat(files.stream(), otherBase.stream()).toList();
        files = List.of();
    }

    private void drop() {
        done.forEach(file -> file.keep(remembered));
        files = listed();
        done = Set.of();
    }

    /// Takes the hunks of a file.
    public void load(ReviewedFile file, FileHunks hunks) {
        file.load(hunks, remembered);
    }

    /// Notes that the accepted hunks were synced; `hide` stops listing their files.
    public void synced(boolean hide) {
        files.forEach(file -> file.replace(HunkDecision.ACCEPTED, HunkDecision.SYNCED));
        if (hide) {
            done = files.stream().filter(file -> file.included() > 0).collect(Collectors.toSet());
        }
    }

    /// Notes that a sync was undone: what it brought has to be accepted again.
    public void undone() {
        files.forEach(file -> file.replace(HunkDecision.SYNCED, HunkDecision.OPEN));
    }
}
