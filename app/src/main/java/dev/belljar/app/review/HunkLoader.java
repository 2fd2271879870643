package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.review.FileHunks;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Loads the hunks of the file that is shown, then those of the next one, so that it appears at once.
///
/// The text of the files that were shown last is kept, bounded in files and in characters.
final class HunkLoader {
    private static final int MOST_FILES = 16;
    private static final int MOST_CHARACTERS = 16 << 20;

    private final Actions actions;
    private final String sandbox;
    private final ReviewModel model;
    private final Map<ReviewedFile, FileHunks> recent = new LinkedHashMap<>(MOST_FILES, 0.75f, true);
    private final Runnable counted;
    private @Nullable UiTask<FileHunks> asking;
    private @Nullable ReviewedFile loading;
    private @Nullable UiTask<FileHunks> ahead;

    /// `counted` is called when the hunks of a file that is not shown became known.
    HunkLoader(Actions actions, String sandbox, ReviewModel model, Runnable counted) {
        this.actions = actions;
        this.sandbox = sandbox;
        this.model = model;
        this.counted = counted;
    }

    /// The hunks of a file that was loaded shortly before.
    Optional<FileHunks> known(ReviewedFile file) {
        return Optional.ofNullable(recent.get(file));
    }

    /// Loads a file that is to be shown; a file that is being loaded is given up for it.
    void load(ReviewedFile file, Consumer<FileHunks> done, Consumer<Problem> failed) {
        close();
        loading = file;
        asking = actions.sync()
                .hunks(sandbox, model.hunksOf(file))
                .done(hunks -> {
                    asking = null;
                    put(file, hunks);
                    done.accept(hunks);
                    next();
                })
                .failed(problem -> {
                    asking = null;
                    failed.accept(problem);
                })
                .begin();
    }

    /// True while this file is being loaded to be shown.
    boolean loads(ReviewedFile file) {
        return asking != null && file.equals(loading);
    }

    /// Loads the file after the current one, and files whose decisions depend on their hunks.
    void next() {
        if (asking != null || ahead != null) {
            return;
        }
        model.spot()
                .flatMap(spot -> model.file(spot, 1))
                .filter(file -> !recent.containsKey(file))
                .or(() -> model.toCompare().stream().findFirst())
                .ifPresent(this::ahead);
    }

    private void ahead(ReviewedFile file) {
        ahead = actions.sync()
                .hunks(sandbox, model.hunksOf(file))
                .done(hunks -> {
                    ahead = null;
                    put(file, hunks);
                    counted.run();
                    if (model.toCompare().stream().findFirst().isPresent()) {
                        next();
                    }
                })
                // The file is loaded again when it is shown, which tells the user why it failed.
                .failed(problem -> ahead = null)
                .begin();
    }

    private void put(ReviewedFile file, FileHunks hunks) {
        model.load(file, hunks);
        recent.put(file, hunks);
        while (recent.size() > 1 && (recent.size() > MOST_FILES || characters() > MOST_CHARACTERS)) {
            recent.remove(recent.keySet().iterator().next());
        }
    }

    private long characters() {
        return recent.values().stream()
                .mapToLong(file -> length(file.before()) + length(file.after()))
                .sum();
    }

    private static long length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /// Gives up what is being loaded.
    void close() {
        UiTask<FileHunks> shown = asking;
        UiTask<FileHunks> next = ahead;
        asking = null;
        ahead = null;
        if (shown != null) {
            shown.cancel();
        }
        if (next != null) {
            next.cancel();
        }
    }
}
