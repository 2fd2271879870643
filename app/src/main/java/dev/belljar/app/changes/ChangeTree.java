package dev.belljar.app.changes;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Changed files by folder; those that could run on the host are listed separately.
final class ChangeTree {
    private static final Texts TEXTS = Texts.of(ChangeTree.class);

    /// A line of the tree: a folder with the number of its files, or a file in one.
    record TreeRow(String folder, @Nullable FileChange file, int count, boolean folded) {}

    private final Set<String> folded = new HashSet<>();
    private List<FileChange> files = List.of();

    void show(List<FileChange> next) {
        files = next;
    }

    /// The changes that could run on the host.
    List<FileChange> risky() {
        return files.stream().filter(f -> f.risk() != null).toList();
    }

    /// The change to show first: one that could run on the host, or else any other.
    static Optional<FileChange> first(List<FileChange> files) {
        return files.stream()
                .filter(f -> f.risk() != null)
                .findFirst()
                .or(() -> files.stream().findFirst());
    }

    /// Opens or closes a folder.
    void toggle(String folder) {
        if (!folded.remove(folder)) {
            folded.add(folder);
        }
    }

    /// The visible lines: folders in order, then files of the root.
    List<TreeRow> entries() {
        Map<String, List<FileChange>> folders = new TreeMap<>();
        List<FileChange> top = new ArrayList<>();
        for (FileChange file : files) {
            if (file.risk() == null) {
                String folder = folder(file);
                (folder.isEmpty() ? top : folders.computeIfAbsent(folder, k -> new ArrayList<>())).add(file);
            }
        }
        List<TreeRow> entries = new ArrayList<>();
        folders.forEach((folder, inside) -> {
            boolean shut = folded.contains(folder);
            entries.add(new TreeRow(folder, null, inside.size(), shut));
            if (!shut) {
                sorted(inside).forEach(f -> entries.add(new TreeRow(folder, f, 0, false)));
            }
        });
        sorted(top).forEach(f -> entries.add(new TreeRow("", f, 0, false)));
        return entries;
    }

    /// The number of files with this status.
    long count(String status) {
        return files.stream().filter(f -> f.status().equals(status)).count();
    }

    /// The number of changed files.
    String figures() {
        return TEXTS.get("tree.figures", files.size());
    }

    /// The last part of a path.
    static String name(FileChange file) {
        return file.path().substring(file.path().lastIndexOf('/') + 1);
    }

    /// All but the last part of a path.
    static String folder(FileChange file) {
        int slash = file.path().lastIndexOf('/');
        return slash < 0 ? "" : file.path().substring(0, slash);
    }

    private static List<FileChange> sorted(List<FileChange> files) {
        return files.stream().sorted(Comparator.comparing(FileChange::path)).toList();
    }
}
