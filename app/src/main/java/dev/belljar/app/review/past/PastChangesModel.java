package dev.belljar.app.review.past;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.timeline.WrittenFiles;
import dev.belljar.contract.view.timeline.WrittenFiles.FileWrites;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The files that had been changed up to a moment, by what is known of their content then.
///
/// Writes are recorded, their content is not: a file that was not written since has the same content now, and of
/// every other file only a snapshot can show what it contained.
final class PastChangesModel {
    private static final Texts TEXTS = Texts.of(PastChangesModel.class);

    /// What is known of a file's content at the moment.
    enum PastGroup {
        /// It was not written since, so its changes are those of the present.
        SAME,
        /// It was written again.
        AGAIN,
        /// It is changed now, but no write of it was recorded.
        UNRECORDED,
        /// It was written up to the moment, and is not among the changes of the present: git ignores it, it was
        /// deleted or it is as it was at the start.
        OTHER
    }

    /// A line of the list: a group with the number of its files, or a file in one.
    record PastRow(PastGroup group, @Nullable PastFile file, int count, boolean folded) {}

    /// A file; `change` is its change in the present, null if there is none. Times are milliseconds since the epoch,
    /// null if no write was recorded.
    record PastFile(
            String path,
            PastGroup group,
            @Nullable FileChange change,
            @Nullable Long before,
            @Nullable Long newest) {}

    private final WrittenFiles written;
    private final Map<PastGroup, List<PastFile>> groups = new LinkedHashMap<>();
    private final Set<PastGroup> folded = EnumSet.of(PastGroup.OTHER);
    private int notYet;

    /// `now` are the changes of the present.
    PastChangesModel(WrittenFiles written, List<FileChange> now) {
        this.written = written;
        for (PastGroup group : PastGroup.values()) {
            groups.put(group, new ArrayList<>());
        }
        Map<String, FileWrites> byPath = new LinkedHashMap<>();
        written.files().forEach(file -> byPath.put(file.path(), file));
        for (FileChange change : now) {
            add(change, byPath.remove(change.path()));
        }
        byPath.values().stream()
                .filter(file -> file.before() != null)
                .forEach(file -> put(new PastFile(file.path(), PastGroup.OTHER, null, file.before(), file.newest())));
        groups.values().forEach(files -> files.sort(Comparator.comparing(PastFile::path)));
    }

    private void add(FileChange change, @Nullable FileWrites file) {
        if (file == null) {
            put(new PastFile(change.path(), PastGroup.UNRECORDED, change, null, null));
        } else if (file.before() == null) {
            notYet++;
        } else {
            boolean same = file.newest() <= written.at();
            put(new PastFile(
                    change.path(), same ? PastGroup.SAME : PastGroup.AGAIN, change, file.before(), file.newest()));
        }
    }

    private void put(PastFile file) {
        files(file.group()).add(file);
    }

    List<PastFile> files(PastGroup group) {
        return Objects.requireNonNull(groups.get(group));
    }

    /// The number of files that had been changed and are among the changes of the present.
    int changed() {
        return files(PastGroup.SAME).size() + files(PastGroup.AGAIN).size();
    }

    /// Opens or closes a group.
    void toggle(PastGroup group) {
        if (!folded.remove(group)) {
            folded.add(group);
        }
    }

    /// The visible lines.
    List<PastRow> rows() {
        List<PastRow> rows = new ArrayList<>();
        groups.forEach((group, files) -> {
            if (!files.isEmpty()) {
                boolean shut = folded.contains(group);
                rows.add(new PastRow(group, null, files.size(), shut));
                if (!shut) {
                    files.forEach(file -> rows.add(new PastRow(group, file, 0, false)));
                }
            }
        });
        return rows;
    }

    /// The first file of the list.
    @Nullable
    PastFile first() {
        return rows().stream()
                .map(PastRow::file)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    String title() {
        return TEXTS.get("past.title", changed());
    }

    /// What else is to be known of the list; empty if nothing is.
    String note() {
        List<String> notes = new ArrayList<>();
        if (notYet > 0) {
            notes.add(TEXTS.get("past.later", notYet));
        }
        if (!written.complete()) {
            notes.add(TEXTS.get("past.incomplete"));
        }
        return String.join(" ", notes);
    }

    static String group(PastGroup group) {
        return TEXTS.get(group);
    }
}
