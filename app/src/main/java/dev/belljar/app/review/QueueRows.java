package dev.belljar.app.review;

import dev.belljar.app.review.QueueRow.EntryRow;
import dev.belljar.app.review.QueueRow.FileRow;
import dev.belljar.app.review.QueueRow.FolderRow;
import dev.belljar.app.review.QueueRow.OtherHead;
import dev.belljar.app.review.QueueRow.OtherRow;
import dev.belljar.app.review.decision.ReviewPaths;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rows below the files that could run on the host: the other files by commit or by folder, then the user's own
/// files and those outside the project.
final class QueueRows {
    private static final Texts TEXTS = Texts.of(QueueRows.class);
    private static final String OWN = "own";
    private static final String OUTSIDE = "outside";

    // Files outside the project are often many and none of them is synced, so they are folded at first.
    private final Set<String> folded = new HashSet<>(Set.of(OUTSIDE));
    private final ReviewModel model;
    private List<FileChange> outside = List.of();
    private @Nullable ShownFiles shown;
    private List<QueueRow> rows = List.of();
    private Map<ReviewedFile, Integer> places = Map.of();

    // What the rows were made of; the same lists make the same rows.
    private record ShownFiles(
            List<ReviewedFile> files,
            @Nullable ReviewQueue queue,
            ReviewModel.ReviewGrouping grouping,
            List<FileChange> outside) {}

    QueueRows(ReviewModel model) {
        this.model = model;
    }

    /// Takes the files outside the project.
    void outside(List<FileChange> files) {
        outside = files;
    }

    /// Opens or closes the group of this row.
    void toggle(QueueRow row) {
        String name = name(row);
        if (!name.isEmpty() && !folded.remove(name)) {
            folded.add(name);
        }
        shown = null;
    }

    /// Opens the group of this file.
    void unfold(ReviewedFile file) {
        boolean entry = folded.remove(entry(file.entry().id()));
        if (folded.remove(folder(ReviewPaths.folder(file.path()))) || entry) {
            shown = null;
        }
    }

    private static String name(QueueRow row) {
        return switch (row) {
            case EntryRow head -> entry(head.entry().id());
            case FolderRow head -> folder(head.folder());
            case OtherHead head -> head.own() ? OWN : OUTSIDE;
            case FileRow _, OtherRow _ -> "";
        };
    }

    private static String entry(String id) {
        return "entry:" + id;
    }

    private static String folder(String path) {
        return "folder:" + path;
    }

    /// What the user should know about files that could run on the host, below the rows.
    String checked() {
        return TEXTS.get(model.risky().isEmpty() ? "queue.checked.none" : "queue.checked");
    }

    /// The rows to show: the same list as before if nothing changed.
    List<QueueRow> rows() {
        ShownFiles now = new ShownFiles(model.files(), model.queue().orElse(null), model.grouping(), outside);
        if (!now.equals(shown)) {
            shown = now;
            rows = made();
            places = new HashMap<>();
            for (int i = 0; i < rows.size(); i++) {
                if (rows.get(i) instanceof FileRow row) {
                    places.put(row.file(), i);
                }
            }
        }
        return rows;
    }

    /// The index of a file among the rows, or -1.
    int indexOf(ReviewedFile file) {
        return rows().isEmpty() ? -1 : places.getOrDefault(file, -1);
    }

    private List<QueueRow> made() {
        List<QueueRow> made = new ArrayList<>();
        List<ReviewedFile> safe =
                model.files().stream().filter(file -> !file.risky()).toList();
        if (model.grouping() == ReviewModel.ReviewGrouping.COMMITS) {
            commits(safe, made);
        } else {
            folders(safe, made);
        }
        others(true, model.queue().map(ReviewQueue::own).map(own -> own.files()).orElse(List.of()), made);
        others(false, outside, made);
        return List.copyOf(made);
    }

    private void commits(List<ReviewedFile> safe, List<QueueRow> to) {
        var byEntry =
                safe.stream().collect(Collectors.groupingBy(file -> file.entry().id()));
        for (var entry : model.entries()) {
            List<ReviewedFile> files = byEntry.getOrDefault(entry.id(), List.of());
            // A commit whose files are all in the list above is shown, so that nobody misses it.
            if (!files.isEmpty() || entry.committed()) {
                boolean shut = folded.contains(entry(entry.id()));
                to.add(new EntryRow(entry, files.size(), shut));
                if (!shut) {
                    files.forEach(file -> to.add(new FileRow(file)));
                }
            }
        }
    }

    private void folders(List<ReviewedFile> safe, List<QueueRow> to) {
        String last = "";
        boolean shut = false;
        var sizes = safe.stream()
                .collect(Collectors.groupingBy(file -> ReviewPaths.folder(file.path()), Collectors.counting()));
        for (ReviewedFile file : safe) {
            String folder = ReviewPaths.folder(file.path());
            if (!folder.equals(last)) {
                shut = folded.contains(folder(folder));
                to.add(new FolderRow(folder, Math.toIntExact(sizes.getOrDefault(folder, 0L)), shut));
                last = folder;
            }
            if (folder.isEmpty() || !shut) {
                to.add(new FileRow(file));
            }
        }
        // Otherwise nothing would show that these commits are part of the work.
        model.entries().stream()
                .filter(entry -> entry.files().isEmpty())
                .forEach(entry -> to.add(new EntryRow(entry, 0, false)));
    }

    private void others(boolean own, List<FileChange> files, List<QueueRow> to) {
        if (files.isEmpty()) {
            return;
        }
        boolean shut = folded.contains(own ? OWN : OUTSIDE);
        to.add(new OtherHead(own, files.size(), shut));
        if (!shut) {
            files.stream()
                    .sorted(Comparator.comparing(FileChange::path))
                    .forEach(file -> to.add(new OtherRow(own, file)));
        }
    }
}
