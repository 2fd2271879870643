package dev.belljar.app.review.decision;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How many hunks of a review are decided. `safe` counts the hunks without a decision in files that could not run on
/// the host, `safeFiles` these files.
public record ReviewProgress(int hunks, int accepted, int skipped, int synced, int safe, int safeFiles) {
    public static final ReviewProgress NONE = new ReviewProgress(0, 0, 0, 0, 0, 0);

    public static ReviewProgress of(List<ReviewedFile> files) {
        ProgressCounter counter = new ProgressCounter();
        files.forEach(counter::add);
        return counter.progress();
    }

    public int decided() {
        return accepted + skipped + synced;
    }

    /// The number of hunks that a sync includes.
    public int included() {
        return accepted + synced;
    }

    public boolean complete() {
        return decided() == hunks;
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

    // Counts the decisions about the hunks of files.
    private static final class ProgressCounter {
        private int hunks;
        private int accepted;
        private int skipped;
        private int synced;
        private int safe;
        private int safeFiles;

        private void add(ReviewedFile file) {
            int open = 0;
            for (int i = 0; i < file.hunks(); i++) {
                switch (file.decision(i)) {
                    case OPEN -> open++;
                    case ACCEPTED -> accepted++;
                    case SKIPPED -> skipped++;
                    case SYNCED -> synced++;
                }
            }
            hunks += file.hunks();
            if (!file.risky() && open > 0) {
                safe += open;
                safeFiles++;
            }
        }

        private ReviewProgress progress() {
            return new ReviewProgress(hunks, accepted, skipped, synced, safe, safeFiles);
        }
    }
}
