package dev.belljar.app.review;

import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewFiles;
import dev.belljar.app.review.decision.ReviewPaths;
import dev.belljar.app.review.decision.ReviewProgress;
import dev.belljar.app.review.decision.ReviewProgress.CountedReview;
import dev.belljar.app.review.decision.ReviewSpot;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.review.decision.UndoStack;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The review of a sandbox's work: the queue, the decisions about its hunks, and the current hunk.
///
/// It is kept while the window is open. Decisions survive a fetch: those about a change that is the same as before, and
/// those about hunks with the same text as before.
public final class ReviewModel {
    /// How the files are grouped.
    enum ReviewGrouping {
        COMMITS,
        FOLDERS
    }

    private final ReviewFiles files = new ReviewFiles();
    private final UndoStack undo = new UndoStack();
    private @Nullable ReviewQueue queue;
    private List<ReviewedFile> order = List.of();
    private List<ReviewedFile> risky = List.of();

    // Counted again after decisions or hunks changed: the review may have thousands of files, and is drawn often.
    private @Nullable CountedReview counted;

    private ReviewGrouping grouping = ReviewGrouping.COMMITS;
    private String base = ReviewBase.LAST_SYNC;
    private @Nullable ReviewSpot spot;

    /// Takes a newer queue; true if it is another one. `time` is now, in milliseconds since the epoch.
    boolean show(ReviewQueue next, long time) {
        if (next.equals(queue) && files.current()) {
            return false;
        }
        files.replace(next, time);
        queue = next;
        undo.retain(new HashSet<>(files.all()));
        arrange();
        return true;
    }

    /// Sorts the files as the queue shows them, and keeps the current one if it is still there.
    private void arrange() {
        Map<String, Integer> numbers = new HashMap<>();
        entries().forEach(entry -> numbers.put(entry.id(), numbers.size()));
        Comparator<ReviewedFile> within = grouping == ReviewGrouping.COMMITS
                ? Comparator.comparing(
                        (ReviewedFile file) -> numbers.getOrDefault(file.entry().id(), 0))
                : Comparator.comparing((ReviewedFile file) -> ReviewPaths.folder(file.path()));
        order = files.listed().stream()
                .sorted(Comparator.comparing((ReviewedFile file) -> !file.risky())
                        .thenComparing(within)
                        .thenComparing(ReviewedFile::path))
                .toList();
        risky = order.stream().filter(ReviewedFile::risky).toList();
        counted = null;
        ReviewSpot was = spot;
        ReviewedFile file = was == null ? null : was.file();
        if (was == null || file == null || !order.contains(file)) {
            spot = order.stream()
                    .filter(other -> file != null && other.path().equals(file.path()))
                    .findFirst()
                    .or(() -> order.stream().findFirst())
                    .map(other -> new ReviewSpot(other, Math.max(0, other.nextOpen(0))))
                    .orElse(null);
        }
    }

    /// The queue, once it is known.
    Optional<ReviewQueue> queue() {
        return Optional.ofNullable(queue);
    }

    List<ReviewEntry> entries() {
        return queue == null ? List.of() : queue.entries();
    }

    /// The files in the order of the queue: first those that could run on the host.
    List<ReviewedFile> files() {
        return order;
    }

    List<ReviewedFile> risky() {
        return risky;
    }

    ReviewGrouping grouping() {
        return grouping;
    }

    void group(ReviewGrouping next) {
        grouping = next;
        arrange();
    }

    /// The name of what the work is compared with, one of those in `ReviewBase`.
    String base() {
        return base;
    }

    /// Compares the work with something else: another queue is needed. Decisions survive as they do a fetch.
    void base(String next) {
        if (!next.equals(base)) {
            base = next;
            files.clear();
            undo.clear();
            arrange();
            queue = null;
        }
    }

    /// The request for the hunks of a file.
    ReadHunks hunksOf(ReviewedFile file) {
        ReviewQueue shown = queue;
        return shown == null
                ? new ReadHunks(file.entry().id(), file.path())
                : new ReadHunks(file.entry().id(), file.path(), shown.commit(), shown.base());
    }

    ReviewProgress progress() {
        return counted().all();
    }

    /// The progress of an entry, without its files that could run on the host.
    ReviewProgress progress(ReviewEntry entry) {
        return counted().entries().getOrDefault(entry.id(), ReviewProgress.NONE);
    }

    /// More hunks were counted.
    void recount() {
        counted = null;
    }

    private CountedReview counted() {
        CountedReview now = counted == null ? CountedReview.of(order) : counted;
        counted = now;
        return now;
    }

    /// The current hunk; empty if there are no files.
    Optional<ReviewSpot> spot() {
        return Optional.ofNullable(spot);
    }

    /// Goes to a hunk.
    void open(ReviewedFile file, int hunk) {
        spot = new ReviewSpot(file, Math.clamp(hunk, 0, file.hunks() - 1));
    }

    /// Takes the hunks of a file, which were read because it is shown or will be shown next.
    void load(ReviewedFile file, FileHunks hunks) {
        files.load(file, hunks);
        // Also if the decisions are the same as before: now it is known how many there are.
        counted = null;
        ReviewSpot at = spot;
        if (at != null && at.file().equals(file)) {
            open(file, Math.max(at.hunk(), Math.max(0, file.nextOpen(at.hunk()))));
        }
    }

    /// Files with decisions about an earlier version, whose hunks must be loaded to find out which still apply.
    List<ReviewedFile> toCompare() {
        return order.stream().filter(ReviewedFile::mustCompare).toList();
    }

    /// Goes to the next hunk (1) or the previous one (-1), also in another file.
    void step(int by) {
        ReviewSpot at = spot;
        if (at != null) {
            int next = at.hunk() + by;
            if (next >= 0 && next < at.file().hunks()) {
                open(at.file(), next);
            } else {
                file(at, by).ifPresent(file -> open(file, by > 0 ? 0 : file.hunks() - 1));
            }
        }
    }

    /// Goes to the next file (1) or the previous one (-1).
    void stepFile(int by) {
        ReviewSpot at = spot;
        if (at != null) {
            file(at, by).ifPresent(file -> open(file, Math.max(0, file.nextOpen(0))));
        }
    }

    /// The file that comes next (1) or before (-1).
    Optional<ReviewedFile> file(ReviewSpot at, int by) {
        int index = order.indexOf(at.file()) + by;
        return index < 0 || index >= order.size() ? Optional.empty() : Optional.of(order.get(index));
    }

    /// Decides about the current hunk, and goes to the next one without a decision.
    void decide(HunkDecision decision) {
        ReviewSpot at = spot;
        if (at != null) {
            decide(at.file(), at.hunk(), decision);
            next();
        }
    }

    /// Decides about one hunk; all files of a merge are decided together.
    void decide(ReviewedFile file, int hunk, HunkDecision decision) {
        if (file.entry().merge()) {
            decideFile(file, decision);
        } else {
            undo.push(List.of(file), spot);
            file.decide(hunk, decision);
            counted = null;
        }
    }

    /// Decides about a whole file; all files of a merge are decided together.
    void decideFile(ReviewedFile file, HunkDecision decision) {
        List<ReviewedFile> together = file.entry().merge() && !file.risky()
                ? files.all().stream()
                        .filter(other -> other.in(file.entry()) && !other.risky())
                        .toList()
                : List.of(file);
        undo.push(together, spot);
        together.forEach(one -> one.decideAll(decision));
        counted = null;
    }

    /// Decides about all files of an entry that could not run on the host.
    void decideEntry(ReviewEntry entry, HunkDecision decision) {
        List<ReviewedFile> safe =
                order.stream().filter(file -> file.in(entry) && !file.risky()).toList();
        undo.push(safe, spot);
        safe.forEach(file -> file.decideAll(decision));
        counted = null;
    }

    /// The files with hunks without a decision, except those that could run on the host.
    List<ReviewedFile> safe() {
        return order.stream().filter(file -> !file.risky() && !file.decided()).toList();
    }

    /// Accepts all hunks without a decision in those of these files that are still under review.
    void acceptAll(List<ReviewedFile> asked) {
        Set<ReviewedFile> now = new HashSet<>(order);
        List<ReviewedFile> still = asked.stream().filter(now::contains).toList();
        undo.push(still, spot);
        still.forEach(file -> file.replace(HunkDecision.OPEN, HunkDecision.ACCEPTED));
        counted = null;
        next();
    }

    /// Returns to the decisions before the last one; false if there is none.
    boolean undo() {
        Optional<ReviewSpot> back = undo.pop();
        counted = null;
        back.filter(at -> order.contains(at.file())).ifPresent(at -> open(at.file(), at.hunk()));
        return back.isPresent();
    }

    /// True if there is a decision to undo.
    boolean canUndo() {
        return !undo.isEmpty();
    }

    /// Goes to the next hunk without a decision, after the current one or else from the start.
    void next() {
        ReviewSpot at = spot;
        if (at == null) {
            return;
        }
        int open = at.file().nextOpen(at.hunk());
        if (open >= 0) {
            open(at.file(), open);
            return;
        }
        int from = order.indexOf(at.file()) + 1;
        for (int i = 0; i < order.size(); i++) {
            ReviewedFile file = order.get((from + i) % order.size());
            if (!file.decided()) {
                open(file, file.nextOpen(0));
                return;
            }
        }
    }

    /// Notes that the accepted hunks were synced. A patch brings nothing to the project: its hunks stay accepted.
    void synced(SyncTarget target) {
        if (target == SyncTarget.PATCH) {
            return;
        }
        undo.clear();
        files.synced(base.equals(ReviewBase.LAST_SYNC));
        arrange();
    }

    /// Notes that a sync was undone: what it brought has to be accepted again.
    void undone() {
        files.undone();
        arrange();
    }

    /// True if this is still the work under review.
    boolean shows(AcceptSync request) {
        ReviewQueue now = queue;
        return now != null
                && now.commit().equals(request.commit())
                && now.base().equals(request.base());
    }

    /// All files of the queue, also those that are left out of the list.
    List<ReviewedFile> all() {
        return files.all();
    }
}
