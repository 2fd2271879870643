package dev.belljar.agent.snapshot;

import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.SparseFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// The disk layers that machines share, and the templates; deletes those that nothing needs.
///
/// A layer is needed while any disk lies on it: of a sandbox, a trash item, a snapshot, a template, or a machine
/// that is being created. The dependencies are read again each time from the disks themselves. An unreadable
/// disk may lie on any layer, so then nothing is deleted.
///
/// A save names a layer before any disk lies on it, and a start puts a disk on a layer whose snapshot may be
/// deleted at that moment: both hold all layers while they run, and no sweep begins until they are done.
public final class DiskLayers {
    private static final String GONE = ".gone-";

    private final HostFolders folders;
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();

    DiskLayers(HostFolders folders) {
        this.folders = folders;
    }

    /// Prevents the deletion of layers until it is closed, by the same thread.
    public interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    /// A layer or a template that nothing needs, and its size in bytes.
    public record Unneeded(Path path, boolean template, long size) {}

    /// Prevents the deletion of all layers.
    public Hold hold() {
        Lock held = use.readLock();
        held.lock();
        return held::unlock;
    }

    /// Deletes or, with `dryRun`, lists what nothing needs: layers, and those of `staleTemplates` on which no
    /// other disk lies.
    ///
    /// @throws IOException when a file cannot be read, or a save or start is under way; nothing was deleted then
    public List<Unneeded> sweep(Set<String> staleTemplates, boolean dryRun) throws IOException {
        // Does not wait: a waiting writer would block starts, and making a template takes half a minute.
        if (!use.writeLock().tryLock()) {
            throw new IOException("a machine is being started, or its state is being saved");
        }
        List<Unneeded> unneeded;
        List<Path> gone;
        try {
            unneeded = unneeded(staleTemplates);
            gone = dryRun ? List.of() : aside(unneeded);
        } finally {
            use.writeLock().unlock();
        }
        gone.forEach(FileTrees::delete);
        return unneeded;
    }

    private List<Unneeded> unneeded(Set<String> staleTemplates) throws IOException {
        List<Unneeded> unneeded = new ArrayList<>();
        UsedLayers marks = new UsedLayers(folders);
        marks.disks();
        marks.saved(folders.data().resolve("snapshots"));
        for (Path template : UsedLayers.entries(folders.data().resolve("templates"))) {
            if (!staleTemplates.contains(String.valueOf(template.getFileName())) || marks.needs(template)) {
                marks.template(template);
            } else {
                unneeded.add(new Unneeded(template, true, treeSize(template)));
            }
        }
        for (Path template : UsedLayers.entries(ProjectTemplateStore.root(folders))) {
            marks.template(template);
        }
        for (Path layer : UsedLayers.entries(folders.layers())) {
            if (!marks.names().contains(String.valueOf(layer.getFileName()))) {
                unneeded.add(new Unneeded(layer, false, freed(layer)));
            }
        }
        return unneeded;
    }

    /// Renames the items for deletion and returns the renamed paths, including those that an interrupted sweep
    /// left.
    private List<Path> aside(List<Unneeded> unneeded) throws IOException {
        List<Path> gone = new ArrayList<>();
        for (Unneeded one : unneeded) {
            Path to = one.path().resolveSibling(GONE + one.path().getFileName());
            FileTrees.delete(to);
            Files.move(one.path(), to, StandardCopyOption.ATOMIC_MOVE);
        }
        for (Path folder : List.of(folders.layers(), folders.data().resolve("templates"))) {
            try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, GONE + "*")) {
                left.forEach(gone::add);
            }
        }
        return gone;
    }

    // The bytes that deleting a layer frees: none if it has another hard link.
    private static long freed(Path layer) throws IOException {
        return (int) Files.getAttribute(layer, "unix:nlink") > 1 ? 0 : size(layer);
    }

    private static long treeSize(Path folder) throws IOException {
        long size = 0;
        for (Path file : UsedLayers.entries(folder)) {
            size += Files.isRegularFile(file) ? size(file) : 0;
        }
        return size;
    }

    private static long size(Path file) throws IOException {
        return SparseFile.extents(file).stream()
                .mapToLong(SparseFile.Extent::length)
                .sum();
    }
}
