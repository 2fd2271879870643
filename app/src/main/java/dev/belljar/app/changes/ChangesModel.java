package dev.belljar.app.changes;

import dev.belljar.app.text.Texts;
import dev.belljar.app.work.FileWriter;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The changes in the guest: what the screen shows, and which file is open after they changed.
final class ChangesModel {
    private static final Texts TEXTS = Texts.of(ChangesModel.class);

    /// What the screen shows.
    enum ChangesContent {
        /// The changes were requested.
        LOADING,
        FAILED,
        NONE,
        /// All changes are outside the project, so no file can be opened.
        OUTSIDE,
        FILES
    }

    private WorkState work = WorkState.UNKNOWN;
    private @Nullable FileDiff drawn;

    /// Takes the newest work; true if other changes have to be drawn.
    boolean show(WorkState next) {
        work = next;
        boolean other = next.diff() == null || !next.diff().equals(drawn);
        drawn = next.diff();
        return other;
    }

    ChangesContent content() {
        FileDiff diff = drawn;
        if (diff == null) {
            return work.problem() == null ? ChangesContent.LOADING : ChangesContent.FAILED;
        } else if (!diff.files().isEmpty()) {
            return ChangesContent.FILES;
        }
        return diff.system().isEmpty() && diff.left() == 0 ? ChangesContent.NONE : ChangesContent.OUTSIDE;
    }

    /// The changes, once they are known.
    Optional<FileDiff> diff() {
        return Optional.ofNullable(drawn);
    }

    /// Why there are no changes, if they could not be read.
    Optional<Problem> problem() {
        return Optional.ofNullable(work.problem());
    }

    int uncommitted() {
        return work.uncommitted();
    }

    /// Identifies the contents of the files, so that those read before are not read again.
    String version() {
        return drawn == null ? "" : drawn.tip();
    }

    /// The title while no file can be opened.
    String outsideTitle() {
        boolean skipped = drawn != null && drawn.left() > 0;
        return TEXTS.get(skipped ? "changes.outside.title.skipped" : "changes.outside.title");
    }

    /// The file to open now: the one that was open if it has changed, else the first; empty if the open one is the same
    /// as before.
    Optional<FileChange> next(@Nullable FileChange open) {
        if (drawn == null) {
            return Optional.empty();
        }
        List<FileChange> files = drawn.files();
        return files.stream()
                .filter(f -> open != null && f.path().equals(open.path()))
                .findFirst()
                .or(() -> ChangeTree.first(files))
                .filter(f -> !f.equals(open));
    }

    /// True if all known writers of a file wrote it after this time, milliseconds since the epoch; false if none is
    /// known.
    static boolean later(List<FileWriter> writers, long at) {
        return !writers.isEmpty() && writers.stream().allMatch(writer -> writer.at() > at);
    }

    /// The changed file with this path.
    static Optional<FileChange> find(WorkState work, String path) {
        return Optional.ofNullable(work.diff())
                .flatMap(diff ->
                        diff.files().stream().filter(f -> f.path().equals(path)).findFirst());
    }
}
