package dev.belljar.agent.snapshot;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Collects the names of the layers on which disks lie, before unused layers are deleted.
///
/// Names, not paths: a data folder may be reached by more than one.
final class UsedLayers {
    private static final Set<String> NO_DISKS = Set.of("layers", "events", "snapshots", "templates", "repositories");

    private final HostFolders folders;
    private final Set<String> names = new HashSet<>();

    UsedLayers(HostFolders folders) {
        this.folders = folders;
    }

    Set<String> names() {
        return names;
    }

    /// Marks the layers of all disks outside the layer folder, finished or being created.
    ///
    /// @throws IOException when one cannot be read
    void disks() throws IOException {
        for (Path folder : entries(folders.data())) {
            if (Files.isDirectory(folder) && !NO_DISKS.contains(String.valueOf(folder.getFileName()))) {
                markTree(folder);
            }
        }
        for (String name : new String[] {"snapshots", "templates"}) {
            Path folder = folders.data().resolve(name);
            if (Files.isDirectory(folder)) {
                markTree(folder);
            }
        }
    }

    private void markTree(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inside, BasicFileAttributes attributes) {
                String name = String.valueOf(inside.getFileName());
                return name.equals("events") || name.endsWith(".git")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            // A socket or a log may disappear during the walk; a disk does not, because moving one holds the
            // layers.
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
                if (cause instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw cause;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = String.valueOf(file.getFileName());
                if (name.startsWith("disk.") || name.endsWith(".qcow2")) {
                    chain(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Marks the disks of all machines saved in subfolders of this one. A saved machine with damaged metadata
    /// keeps the layer with its name.
    ///
    /// @throws IOException when a layer cannot be read
    void saved(Path snapshots) throws IOException {
        for (Path folder : entries(snapshots)) {
            saved(folder, String.valueOf(folder.getFileName()));
        }
        // Machines that are being saved.
        if (Files.isDirectory(snapshots)) {
            try (var making = Files.newDirectoryStream(snapshots, ".new-*")) {
                for (Path folder : making) {
                    saved(folder, String.valueOf(folder.getFileName()).substring(".new-".length()));
                }
            }
        }
    }

    /// Marks the disk of a template.
    ///
    /// @throws IOException when a layer cannot be read
    void template(Path folder) throws IOException {
        saved(folder, "template-" + folder.getFileName());
    }

    private void saved(Path folder, String name) throws IOException {
        try {
            layer(SavedState.open(folder).layer());
        } catch (SavedStateException e) {
            for (Path layer : entries(folders.layers())) {
                if (String.valueOf(layer.getFileName()).startsWith(name)) {
                    layer(layer);
                }
            }
        }
    }

    /// True if another disk lies on the disk of this template, or its disk is not known.
    boolean needs(Path template) {
        try {
            return names.contains(
                    String.valueOf(SavedState.open(template).layer().getFileName()));
        } catch (SavedStateException e) {
            return true;
        }
    }

    private void layer(Path layer) throws IOException {
        if (names.add(String.valueOf(layer.getFileName())) && Files.exists(layer)) {
            chain(layer);
        }
    }

    /// Marks all layers below this disk.
    private void chain(Path disk) throws IOException {
        Optional<Path> below = Files.size(disk) == 0 ? Optional.empty() : Qcow2Format.backing(disk);
        if (below.isPresent()) {
            layer(below.get());
        }
    }

    /// The entries of a folder, without names that begin with a dot, which are being created or deleted.
    static Set<Path> entries(Path folder) throws IOException {
        Set<Path> found = new TreeSet<>();
        Files.createDirectories(folder);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "[!.]*")) {
            all.forEach(found::add);
        }
        return found;
    }
}
