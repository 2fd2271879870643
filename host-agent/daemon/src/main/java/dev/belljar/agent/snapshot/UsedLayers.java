package dev.belljar.agent.snapshot;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The names of the layers that some disk lies on, collected before any is taken away.
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

    /// Marks what all disks outside the layers lie on, finished or being made, whoever's they are.
    ///
    /// @throws IOException when one cannot be read
    void disks() throws IOException {
        for (Path room : DiskLayers.entries(folders.data())) {
            if (Files.isDirectory(room) && !NO_DISKS.contains(String.valueOf(room.getFileName()))) {
                markTree(room);
            }
        }
        for (String room : new String[] {"snapshots", "templates"}) {
            Path folder = folders.data().resolve(room);
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

            // A socket or a log may go meanwhile; a disk does not, or whoever moves it holds the layers.
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

    /// Marks the disks of all machines saved in folders of this one. One whose facts are damaged keeps the layer
    /// that is called after it.
    ///
    /// @throws IOException when a layer cannot be read
    void saved(Path room) throws IOException {
        for (Path folder : DiskLayers.entries(room)) {
            saved(folder, String.valueOf(folder.getFileName()));
        }
        // Those that are being made.
        if (Files.isDirectory(room)) {
            try (var making = Files.newDirectoryStream(room, ".new-*")) {
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
            for (Path layer : DiskLayers.entries(folders.layers())) {
                if (String.valueOf(layer.getFileName()).startsWith(name)) {
                    layer(layer);
                }
            }
        }
    }

    /// True when another disk lies on the one this machine was saved with, or it is not known which that is.
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

    /// Marks all that this disk lies on.
    private void chain(Path disk) throws IOException {
        Optional<Path> below = Files.size(disk) == 0 ? Optional.empty() : Qcow2Format.backing(disk);
        if (below.isPresent()) {
            layer(below.get());
        }
    }
}
