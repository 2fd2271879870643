package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The free space that Belljar leaves on the host's file systems, so that the host stays usable.
///
/// Every part that is about to write much asks first. The default is 2 GiB, or a twentieth of the file system if
/// that is less.
public final class DiskReserve {
    /// Leaves nothing free.
    public static final DiskReserve NONE = of(0);

    private static final long USUAL = 2L << 30;
    private static final int SHARE = 20;

    private final Supplier<@Nullable Long> set;
    private final int part;

    /// `set` is the number of bytes that was set, null for the default.
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

    /// Half of this reserve, for writes that must not fail.
    public DiskReserve half() {
        return new DiskReserve(set, 2 * part);
    }

    /// A write was refused because it would use the reserve.
    public static final class ReachedException extends IOException {
        private static final long serialVersionUID = 1L;

        ReachedException(String message) {
            super(message);
        }
    }

    /// How many bytes are left free on the file system of this folder.
    ///
    /// @throws IOException when its size cannot be read
    public long bytes(Path folder) throws IOException {
        Long chosen = set.get();
        return (chosen == null ? usual(store(folder).getTotalSpace()) : chosen) / part;
    }

    /// The default reserve of a file system of this many bytes.
    public static long usual(long total) {
        return Math.min(USUAL, total / SHARE);
    }

    /// How many bytes may still be written to the file system of this folder; negative if the reserve is used
    /// already.
    ///
    /// @throws IOException when its free space cannot be read
    public long room(Path folder) throws IOException {
        return store(folder).getUsableSpace() - bytes(folder);
    }

    /// Checks that this many bytes may be written to the file system of this folder.
    ///
    /// @throws ReachedException with the figures when they may not
    /// @throws IOException when the free space of the file system cannot be read
    public void require(Path folder, long needed, String what) throws IOException {
        long free = store(folder).getUsableSpace();
        long kept = bytes(folder);
        if (free - kept < needed) {
            String need = needed == 0 ? "needs free space" : "needs up to %,d MiB".formatted(mebibytes(needed));
            throw new ReachedException("%s: %s %s, but only %,d MiB are free and the host disk reserve is %,d MiB"
                    .formatted(folder, what, need, free >> 20, kept >> 20));
        }
    }

    private static long mebibytes(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    /// The file system of a folder that may not exist yet.
    private static FileStore store(Path folder) throws IOException {
        Path there = folder.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return Files.getFileStore(there);
    }
}
