package dev.belljar.agent.storage;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.contract.sandbox.Snapshot;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Measures the disk usage of sandboxes: allocated blocks of files instead of their lengths, and a file with
/// several hard links once.
///
/// A disk layer counts for the sandbox that wrote it. So the layers below a branch count for its origin, and a
/// layer still counts for its sandbox when the snapshot it was made for is deleted.
final class UsageMeter {
    private static final Logger LOG = LoggerFactory.getLogger(UsageMeter.class);
    private static final String TEMPLATE = "template-";
    /// A sandbox has a few dozen files. A compromised QEMU could create any number and depth beside its disk.
    private static final int MOST_FILES = 10_000;

    private final HostFolders folders;
    private final SnapshotStore snapshots;

    UsageMeter(HostFolders folders, SnapshotStore snapshots) {
        this.folders = folders;
        this.snapshots = snapshots;
    }

    /// Measures a sandbox, which has so many bytes of git objects.
    ///
    /// @throws IOException when a part of it cannot be read
    DiskUsage measure(SandboxRecord record, long git) throws IOException {
        Path folder = folders.sandbox(record.id());
        Tally tally = new Tally();
        walk(folder, MOST_FILES, (file, attributes) -> tally.add(part(folder.relativize(file)), file, attributes));
        chain(record, folder.resolve("disk/disk.qcow2"), tally);
        for (Snapshot snapshot : snapshots.list()) {
            if (snapshot.sandbox().equals(record.id())) {
                walk(
                        folders.data().resolve("snapshots").resolve(snapshot.id()),
                        MOST_FILES,
                        (file, attributes) -> tally.add(Part.SNAPSHOTS, file, attributes));
            }
        }
        tally.rethrow();
        return new DiskUsage(
                git, tally.of(Part.JOURNAL), tally.of(Part.DISK), tally.of(Part.MEMORY), tally.of(Part.SNAPSHOTS));
    }

    /// What a folder takes, whoever it is of; 0 when it is not there.
    ///
    /// @throws IOException when a part of it cannot be read
    static long folder(Path folder) throws IOException {
        Tally tally = new Tally();
        walk(folder, Integer.MAX_VALUE, (file, attributes) -> tally.add(Part.DISK, file, attributes));
        tally.rethrow();
        return tally.of(Part.DISK);
    }

    private enum Part {
        JOURNAL,
        DISK,
        MEMORY,
        SNAPSHOTS
    }

    private static Part part(Path inside) {
        if (!inside.startsWith("disk")) {
            return Part.JOURNAL;
        }
        String second = inside.getNameCount() > 1 ? inside.getName(1).toString() : "";
        return second.equals("ram") || second.startsWith("frozen") ? Part.MEMORY : Part.DISK;
    }

    /// Adds the layers below a disk, down to those that belong to another: the snapshot it began from, or a
    /// template.
    private void chain(SandboxRecord record, Path disk, Tally tally) throws IOException {
        String origin = record.origin() == null ? "" : record.origin() + ".qcow2";
        Set<Path> seen = new HashSet<>();
        Optional<Path> below = below(disk);
        while (below.isPresent() && own(below.get(), origin) && seen.add(below.get())) {
            Path layer = below.get();
            tally.add(Part.DISK, layer, Files.readAttributes(layer, BasicFileAttributes.class));
            below = below(layer);
        }
    }

    private boolean own(Path layer, String origin) {
        String name = String.valueOf(layer.getFileName());
        return folders.layers().equals(layer.getParent())
                && !name.equals(origin)
                && !name.startsWith(TEMPLATE)
                && Files.exists(layer);
    }

    /// The layer below a disk. A disk with an unreadable header counts alone; no machine can start from it.
    private static Optional<Path> below(Path disk) {
        try {
            return Files.exists(disk) && Files.size(disk) > 0 ? Qcow2Format.backing(disk) : Optional.empty();
        } catch (IOException e) {
            LOG.warn("{}: its lower layer cannot be read: {}", disk, e.getMessage());
            return Optional.empty();
        }
    }

    private static void walk(Path folder, int most, BiConsumer<Path, BasicFileAttributes> each) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        Files.walkFileTree(
                folder, EnumSet.noneOf(FileVisitOption.class), FolderWalk.DEEPEST, new FolderWalk(folder, most, each));
    }

    /// A sum that counts each file once.
    private static final class Tally {
        private final Map<Part, Long> bytes = new EnumMap<>(Part.class);
        private final Set<Object> seen = new HashSet<>();
        private @Nullable IOException fault;

        void add(Part part, Path file, BasicFileAttributes attributes) {
            try {
                long allocated = SparseFile.allocated(file);
                if (allocated > 0 && !shared(file) && first(file, attributes)) {
                    bytes.merge(part, allocated, Long::sum);
                }
            } catch (NoSuchFileException e) {
                // The file has been deleted and uses no space.
            } catch (IOException e) {
                fault = e;
            }
        }

        /// Only files with several hard links are remembered, because there may be many files.
        private boolean first(Path file, BasicFileAttributes attributes) throws IOException {
            Object key = attributes.fileKey();
            return key == null || names(file) == 1 || seen.add(key);
        }

        private static int names(Path file) throws IOException {
            return (int) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
        }

        /// The memory file of a running machine is a hard link to the saved state it was resumed from, which is
        /// counted there.
        private static boolean shared(Path file) throws IOException {
            return file.endsWith("disk/ram") && names(file) > 1;
        }

        long of(Part part) {
            return bytes.getOrDefault(part, 0L);
        }

        void rethrow() throws IOException {
            if (fault != null) {
                throw fault;
            }
        }
    }
}
