package dev.belljar.app.review.conflict;

import dev.belljar.app.diff.DiffMaker;
import dev.belljar.app.diff.DiffRow;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.FileConflict.ConflictHunk;
import dev.belljar.contract.view.review.FileConflict.ConflictLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The conflicts of a sync, one of them current, and the choices that were made: for each hunk, or for a whole
/// file.
final class ConflictModel {
    private static final Texts TEXTS = Texts.of(ConflictModel.class);

    private final List<ConflictSpot> spots = new ArrayList<>();
    private final List<FileConflict> files;
    private int current;

    /// A hunk, or a file without hunks.
    static final class ConflictSpot {
        private final FileConflict file;
        private final @Nullable ConflictHunk hunk;
        private @Nullable ConflictChoice choice;

        private ConflictSpot(FileConflict file, @Nullable ConflictHunk hunk) {
            this.file = file;
            this.hunk = hunk;
        }

        FileConflict file() {
            return file;
        }

        /// Null for a file without hunks.
        @Nullable
        ConflictHunk hunk() {
            return hunk;
        }

        /// Null until it is chosen.
        @Nullable
        ConflictChoice choice() {
            return choice;
        }

        /// The lines of the project, in words.
        String place() {
            if (hunk == null) {
                return TEXTS.get("place.file");
            }
            ConflictLines lines = hunk.project();
            return TEXTS.get("place.lines", lines.lines(), lines.start(), lines.start() + lines.lines() - 1);
        }
    }

    ConflictModel(List<FileConflict> files) {
        this.files = List.copyOf(files);
        for (FileConflict file : files) {
            if (file.hunks().isEmpty()) {
                spots.add(new ConflictSpot(file, null));
            }
            file.hunks().forEach(hunk -> spots.add(new ConflictSpot(file, hunk)));
        }
    }

    List<FileConflict> files() {
        return files;
    }

    ConflictSpot current() {
        return spots.get(current);
    }

    /// Where the current conflict is among all, in words.
    String position() {
        return TEXTS.get("position", current + 1, spots.size());
    }

    /// How many conflicts are resolved, in words.
    String progress() {
        return TEXTS.get("progress", resolved(spots), spots.size());
    }

    /// How many conflicts of a file are resolved, in words.
    String progress(FileConflict file) {
        List<ConflictSpot> of = of(file);
        return TEXTS.get("progress.file", resolved(of), of.size());
    }

    /// Chooses for the current conflict, and goes to the next open one; false if it cannot be resolved so.
    boolean choose(ConflictChoice choice) {
        if (choice == ConflictChoice.BOTH && current().hunk() == null) {
            return false;
        }
        current().choice = choice;
        for (int i = 1; i < spots.size(); i++) {
            int next = (current + i) % spots.size();
            if (spots.get(next).choice == null) {
                current = next;
                break;
            }
        }
        return true;
    }

    /// Goes to the next conflict, or with -1 to the one before.
    void move(int step) {
        current = Math.clamp(current + step, 0, spots.size() - 1);
    }

    /// Goes to the first conflict of a file, unless the current one is in it.
    void open(FileConflict file) {
        if (!current().file().equals(file)) {
            current = spots.indexOf(of(file).getFirst());
        }
    }

    /// True if each conflict is resolved.
    boolean complete() {
        return resolved(spots) == spots.size();
    }

    /// The choices, file by file; all must have been made.
    List<ConflictResolution> resolutions() {
        return files.stream()
                .map(file -> new ConflictResolution(
                        file.path(),
                        file.digest(),
                        of(file).stream()
                                .map(spot -> Objects.requireNonNull(spot.choice))
                                .toList()))
                .toList();
    }

    /// What one side changed. Characters that could mislead are shown as their codes.
    static List<DiffRow> rows(ConflictLines base, ConflictLines side) {
        return DiffMaker.rows(shown(base), shown(side), before(base), before(side));
    }

    private static String shown(ConflictLines lines) {
        return VisibleText.escaped(lines.text(), "\n\t");
    }

    private static int before(ConflictLines lines) {
        return lines.lines() == 0 ? lines.start() : lines.start() - 1;
    }

    private List<ConflictSpot> of(FileConflict file) {
        return spots.stream().filter(spot -> spot.file.equals(file)).toList();
    }

    private static int resolved(List<ConflictSpot> some) {
        return (int) some.stream().filter(spot -> spot.choice != null).count();
    }
}
