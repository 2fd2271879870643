package dev.belljar.app.review.decision;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How much of a review is decided: hunks if those of all files are `counted`, else whole files, because the number of
/// hunks would be wrong.
///
/// `included` is what a sync includes (of a file, at least a part), and `left` what it does not include (of a file, at
/// least a part). `skipped` is what was decided and is not included. `safe` has no decision, or none for a part, and
/// could not run on the host; `safeFiles` counts the files of it.
public record ReviewProgress(
        boolean counted, int all, int decided, int included, int left, int skipped, int safe, int safeFiles) {
    public static final ReviewProgress NONE = new ReviewProgress(true, 0, 0, 0, 0, 0, 0, 0);

    public static ReviewProgress of(List<ReviewedFile> files) {
        ProgressCounter counter = new ProgressCounter();
        files.forEach(counter::add);
        return counter.progress();
    }

    /// The progress of a review, and that of each entry by its id, without the files that could run on the host.
    public record CountedReview(ReviewProgress all, Map<String, ReviewProgress> entries) {
        public CountedReview {
            entries = Map.copyOf(entries);
        }

        public static CountedReview of(List<ReviewedFile> files) {
            ProgressCounter all = new ProgressCounter();
            Map<String, ProgressCounter> entries = new HashMap<>();
            ProgressCounter last = new ProgressCounter();
            String entry = "";
            for (ReviewedFile file : files) {
                all.add(file);
                if (!file.risky()) {
                    // Files of one entry mostly follow each other.
                    if (!file.entry().id().equals(entry)) {
                        entry = file.entry().id();
                        last = entries.computeIfAbsent(entry, _ -> new ProgressCounter());
                    }
                    last.add(file);
                }
            }
            Map<String, ReviewProgress> counted = new HashMap<>();
            entries.forEach((id, counter) -> counted.put(id, counter.progress()));
            return new CountedReview(all.progress(), counted);
        }
    }

    // Counts hunks and, in case some are not known, files.
    private static final class ProgressCounter {
        private boolean counted = true;
        private int files;
        private int filesDecided;
        private int filesIncluded;
        private int filesLeft;
        private int filesSkipped;
        private int hunks;
        private int included;
        private int skipped;
        private int safe;
        private int safeFiles;

        private void add(ReviewedFile file) {
            int total = file.total();
            int open = file.total(HunkDecision.OPEN);
            int taken = file.total(HunkDecision.ACCEPTED) + file.total(HunkDecision.SYNCED);
            counted &= file.counted();
            hunks += total;
            included += taken;
            skipped += total - open - taken;
            files++;
            filesDecided += open == 0 ? 1 : 0;
            filesIncluded += taken > 0 ? 1 : 0;
            filesLeft += taken < total ? 1 : 0;
            filesSkipped += open == 0 && taken == 0 ? 1 : 0;
            if (!file.risky() && open > 0) {
                safe += open;
                safeFiles++;
            }
        }

        private ReviewProgress progress() {
            return counted
                    ? new ReviewProgress(
                            true, hunks, included + skipped, included, hunks - included, skipped, safe, safeFiles)
                    : new ReviewProgress(
                            false, files, filesDecided, filesIncluded, filesLeft, filesSkipped, safeFiles, safeFiles);
        }
    }
}
