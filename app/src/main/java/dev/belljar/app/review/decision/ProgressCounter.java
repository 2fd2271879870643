package dev.belljar.app.review.decision;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts the decisions about the hunks of files.
public final class ProgressCounter {
    private int hunks;
    private int accepted;
    private int skipped;
    private int synced;
    private int safe;
    private int safeFiles;

    /// The progress of a review, and that of each entry by its id, without the files that could run on the host.
    public record CountedReview(ReviewProgress all, Map<String, ReviewProgress> entries) {
        public CountedReview {
            entries = Map.copyOf(entries);
        }

        public static CountedReview of(List<ReviewedFile> files) {
            ProgressCounter all = new ProgressCounter();
            Map<String, ProgressCounter> entries = new HashMap<>();
            for (ReviewedFile file : files) {
                all.add(file);
                if (!file.risky()) {
                    entries.computeIfAbsent(file.entry().id(), _ -> new ProgressCounter())
                            .add(file);
                }
            }
            Map<String, ReviewProgress> counted = new HashMap<>();
            entries.forEach((entry, counter) -> counted.put(entry, counter.progress()));
            return new CountedReview(all.progress(), counted);
        }
    }

    void add(ReviewedFile file) {
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

    ReviewProgress progress() {
        return new ReviewProgress(hunks, accepted, skipped, synced, safe, safeFiles);
    }
}
