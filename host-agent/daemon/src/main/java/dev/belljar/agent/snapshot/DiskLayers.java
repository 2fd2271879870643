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
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// The layers of disks that machines share, and the templates, taken away when nothing needs them.
///
/// A layer is needed while any disk lies on it: a sandbox's, one in the trash, a snapshot's, a template's, or one
/// of a machine that is being made. Which these are is read anew each time, from the disks themselves. What cannot
/// be read may lie on anything, so then nothing is taken away.
///
/// A save gives a layer its name before anything lies on it, and a start lays a disk on a layer whose snapshot may
/// be deleted at that moment: both hold all layers meanwhile, and nothing is looked for until they are done.
public final class DiskLayers {
    private static final String GONE = ".gone-";

    private final HostFolders folders;
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();

    DiskLayers(HostFolders folders) {
        this.folders = folders;
    }

    /// Until it is closed, by the thread that asked for it, no layer is taken away.
    public interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    /// A layer or a template that nothing needs, and the bytes it takes up.
    public record Unneeded(Path path, boolean template, long size) {}

    /// Keeps every layer where it is.
    public Hold hold() {
        Lock held = use.readLock();
        held.lock();
        return held::unlock;
    }

    /// Takes away, or only names, what nothing needs: layers, and those of these templates that no
    /// other disk lies on.
    ///
    /// @throws IOException when something cannot be read, or a save or start is under way: nothing was done
    public List<Unneeded> sweep(Set<String> staleTemplates, boolean dryRun) throws IOException {
        // Without waiting: whoever waits to write keeps starts waiting, and a template takes half a
        // minute to make.
        if (!use.writeLock().tryLock()) {
            throw new IOException("a machine is being saved or started");
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
        for (Path template : entries(folders.data().resolve("templates"))) {
            if (!staleTemplates.contains(String.valueOf(template.getFileName())) || marks.needs(template)) {
                marks.template(template);
            } else {
                unneeded.add(new Unneeded(template, true, treeSize(template)));
            }
        }
        for (Path layer : entries(folders.layers())) {
            if (!marks.names().contains(String.valueOf(layer.getFileName()))) {
                unneeded.add(new Unneeded(layer, false, freed(layer)));
            }
        }
        return unneeded;
    }

    /// What was renamed, to be deleted; what an interrupted sweep left is among it.
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

    /// What does not begin with a dot: such is being made or being deleted.
    static Set<Path> entries(Path folder) throws IOException {
        Set<Path> found = new TreeSet<>();
        Files.createDirectories(folder);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "[!.]*")) {
            all.forEach(found::add);
        }
        return found;
    }

    // A layer that has another name too gives nothing back.
    private static long freed(Path layer) throws IOException {
        return (int) Files.getAttribute(layer, "unix:nlink") > 1 ? 0 : size(layer);
    }

    private static long treeSize(Path folder) throws IOException {
        long size = 0;
        for (Path file : entries(folder)) {
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
