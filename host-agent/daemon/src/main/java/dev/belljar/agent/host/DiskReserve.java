package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The free space of the host's file systems that Belljar does not use, so that the host itself stays usable.
///
/// Whatever is about to write much asks first. Unless somebody says otherwise it is 2 GiB, or a twentieth of the file
/// system where that is less.
public final class DiskReserve {
    /// Keeps nothing free.
    public static final DiskReserve NONE = of(0);

    private static final long USUAL = 2L << 30;
    private static final int SHARE = 20;

    private final Supplier<@Nullable Long> set;
    private final int part;

    /// `set` is how many bytes somebody wants to be kept, null when nobody said.
    public DiskReserve(Supplier<@Nullable Long> set) {
        this(set, 1);
    }

    private DiskReserve(Supplier<@Nullable Long> set, int part) {
        this.set = set;
        this.part = part;
    }

    /// Always this many bytes.
    public static DiskReserve of(long bytes) {
        return new DiskReserve(() -> bytes);
    }

    /// Half of this one, for what must not fail.
    public DiskReserve half() {
        return new DiskReserve(set, 2 * part);
    }

    /// Refuses to write what would leave less free than is kept.
    public static final class ReachedException extends IOException {
        private static final long serialVersionUID = 1L;

        ReachedException(String message) {
            super(message);
        }
    }

    /// How many bytes are kept free on the file system of this folder.
    ///
    /// @throws IOException when it does not say how large it is
    public long bytes(Path folder) throws IOException {
        Long wanted = set.get();
        return (wanted == null ? usual(store(folder).getTotalSpace()) : wanted) / part;
    }

    /// What is kept of a file system of this many bytes when nobody said.
    public static long usual(long total) {
        return Math.min(USUAL, total / SHARE);
    }

    /// How many bytes may still be written to the file system of this folder; below 0 when the reserve is touched.
    ///
    /// @throws IOException when it does not say
    public long room(Path folder) throws IOException {
        return store(folder).getUsableSpace() - bytes(folder);
    }

    /// Asks whether this many bytes may be written to the file system of this folder.
    ///
    /// @throws ReachedException with the figures when they may not
    /// @throws IOException when the file system does not say how much is free
    public void require(Path folder, long needed, String what) throws IOException {
        long free = store(folder).getUsableSpace();
        long kept = bytes(folder);
        if (free - kept < needed) {
            throw new ReachedException(
                    "%s: %s needs up to %,d MiB; %,d MiB are free, and %,d MiB of that are the host disk reserve"
                            .formatted(folder, what, mebibytes(needed), free >> 20, kept >> 20));
        }
    }

    private static long mebibytes(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    /// The file system that a folder is on, or will be.
    private static FileStore store(Path folder) throws IOException {
        Path there = folder.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return Files.getFileStore(there);
    }
}
