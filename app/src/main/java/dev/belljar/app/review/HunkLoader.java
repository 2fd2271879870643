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
/// There is one request at a time: the host agent reads one file of a sandbox after the other, and a request that is
/// given up would still be answered before the next one. While a key is held down, only the files at which a request
/// ends are loaded. The text of the files that were shown last is kept, bounded in files and in characters.
final class HunkLoader {
    private static final int MOST_FILES = 16;
    private static final int MOST_CHARACTERS = 16 << 20;

    private final Actions actions;
    private final String sandbox;
    private final ReviewModel model;
    private final Map<ReviewedFile, FileHunks> recent = new LinkedHashMap<>(MOST_FILES, 0.75f, true);
    private final Runnable counted;
    private final HunkCounter counter;
    private @Nullable UiTask<FileHunks> asking;
    private @Nullable AwaitedFile awaited;

    /// A file that is to be shown, and who waits for it.
    private record AwaitedFile(ReviewedFile file, Consumer<FileHunks> done, Consumer<Problem> failed) {}

    /// `counted` is called when hunks, or their number, of files that are not shown became known.
    HunkLoader(Actions actions, String sandbox, ReviewModel model, Runnable counted) {
        this.actions = actions;
        this.sandbox = sandbox;
        this.model = model;
        this.counted = counted;
        this.counter = new HunkCounter(actions, sandbox, model, counted);
    }

    /// The hunks of a file that was loaded shortly before.
    Optional<FileHunks> known(ReviewedFile file) {
        return Optional.ofNullable(recent.get(file));
    }

    /// Loads a file that is to be shown, once the request that was sent before has ended; it replaces a file that still
    /// waits.
    void load(ReviewedFile file, Consumer<FileHunks> done, Consumer<Problem> failed) {
        awaited = new AwaitedFile(file, done, failed);
        if (asking == null) {
            ask(file);
        }
    }

    /// True while this file is being loaded to be shown.
    boolean loads(ReviewedFile file) {
        return awaited != null && awaited.file().equals(file);
    }

    /// The current file is known: loads the file after it, and files whose decisions depend on their hunks, and counts
    /// the hunks of the others.
    void next() {
        awaited = null;
        if (asking != null) {
            return;
        }
        model.spot()
                .flatMap(spot -> model.file(spot, 1))
                .filter(file -> !recent.containsKey(file))
                .or(() -> model.toCompare().stream().findFirst())
                .ifPresentOrElse(this::ask, counter::next);
    }

    private void ask(ReviewedFile file) {
        asking = actions.sync()
                .hunks(sandbox, model.hunksOf(file))
                .done(hunks -> loaded(file, hunks))
                .failed(problem -> failed(file, problem))
                .begin();
    }

    private void loaded(ReviewedFile file, FileHunks hunks) {
        asking = null;
        put(file, hunks);
        AwaitedFile now = awaited;
        if (now != null && now.file().equals(file)) {
            awaited = null;
            now.done().accept(hunks);
            next();
        } else if (now != null) {
            ask(now.file());
        } else {
            counted.run();
            next();
        }
    }

    private void failed(ReviewedFile file, Problem problem) {
        asking = null;
        AwaitedFile now = awaited;
        if (now == null) {
            // The file is loaded again when it is shown, which tells the user why it failed.
            counter.next();
            return;
        }
        if (now.file().equals(file)) {
            awaited = null;
            now.failed().accept(problem);
        } else {
            ask(now.file());
        }
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
        UiTask<FileHunks> old = asking;
        asking = null;
        awaited = null;
        counter.close();
        if (old != null) {
            old.cancel();
        }
    }
}
