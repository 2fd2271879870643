package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.HunkCounts.HunkCount;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Asks how many hunks the files of a review have, some hundred files at a time, while nothing else is loaded.
final class HunkCounter {
    /// A file that takes too long to be counted costs the host agent as much time as hundreds of others.
    private static final int MOST_UNKNOWN = 16;

    private final Actions actions;
    private final String sandbox;
    private final ReviewModel model;
    private final Runnable changed;
    private @Nullable UiTask<HunkCounts> asking;

    /// `changed` is called when more hunks were counted.
    HunkCounter(Actions actions, String sandbox, ReviewModel model, Runnable changed) {
        this.actions = actions;
        this.sandbox = sandbox;
        this.model = model;
        this.changed = changed;
    }

    /// Counts the hunks of the next files, unless they are being counted, or all are known or too many cannot be.
    void next() {
        long unknown = model.files().stream()
                .filter(file -> !file.counted() && !file.uncounted())
                .count();
        if (asking == null && unknown < MOST_UNKNOWN) {
            model.files().stream()
                    .filter(ReviewedFile::uncounted)
                    .findFirst()
                    .ifPresent(file -> ask(file.entry().id()));
        }
    }

    private void ask(String entry) {
        ReadHunkCounts request = model.queue()
                .map(queue -> new ReadHunkCounts(entry, first(entry), queue.commit(), queue.base()))
                .orElseThrow();
        asking = actions.sync()
                .hunkCounts(sandbox, request)
                .done(counts -> done(request, counts))
                .failed(_ -> failed(request))
                .begin();
    }

    /// Goes on if a newer review has taken the place of the one that could not be counted.
    private void failed(ReadHunkCounts request) {
        asking = null;
        if (!current(request)) {
            next();
        }
    }

    private boolean current(ReadHunkCounts request) {
        return model.queue()
                .filter(queue ->
                        queue.commit().equals(request.commit()) && queue.base().equals(request.base()))
                .isPresent();
    }

    private List<ReviewedFile> uncounted(String entry) {
        return model.files().stream()
                .filter(file -> file.uncounted() && file.entry().id().equals(entry))
                .toList();
    }

    private String first(String entry) {
        return uncounted(entry).stream()
                .map(ReviewedFile::path)
                .min(Comparator.naturalOrder())
                .orElse("");
    }

    private void done(ReadHunkCounts request, HunkCounts counts) {
        asking = null;
        if (current(request)) {
            Map<String, Integer> known = counts.files().stream()
                    .collect(Collectors.toMap(HunkCount::path, HunkCount::hunks, (one, _) -> one));
            for (ReviewedFile file : uncounted(request.entry())) {
                // A file that was asked for and is not in the answer is never counted.
                boolean asked = file.path().equals(request.from());
                file.count(known.getOrDefault(file.path(), asked ? HunkCounts.UNKNOWN : 0));
            }
            model.recount();
            changed.run();
        }
        next();
    }

    /// Gives up what is being counted.
    void close() {
        UiTask<HunkCounts> old = asking;
        asking = null;
        if (old != null) {
            old.cancel();
        }
    }
}
