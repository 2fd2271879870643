package dev.belljar.agent.host;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// What Java's file classes cannot do with sparse files: finds the data in them, and shares it between copies.
public final class SparseFile {
    private static final int SEEK_DATA = 3;
    private static final int SEEK_HOLE = 4;
    private static final int ENXIO = 6;
    private static final int ENOENT = 2;
    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int STATX_BLOCKS = 0x400;
    private static final long STATX_SIZE = 256;
    private static final long STATX_BLOCKS_AT = 48;
    private static final long BLOCK = 512;
    private static final long FICLONE = 0x40049409L;
    private static final int READ_ONLY_CLOSED_ON_EXEC = 0x80000;
    private static final int READ_WRITE_CLOSED_ON_EXEC = 0x80002;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle OPEN =
            call("open", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    private static final MethodHandle CLOSE =
            call("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    private static final MethodHandle SEEK = call(
            "lseek",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
    private static final MethodHandle STATX = call(
            "statx",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS));
    private static final MethodHandle CLONE = call(
            "ioctl",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT),
            Linker.Option.firstVariadicArg(2));

    /// A part of a file that is not a hole, in bytes.
    public record Extent(long from, long length) {}

    private SparseFile() {}

    /// The parts of a file that hold data, in order.
    ///
    /// @throws IOException when it cannot be read
    public static List<Extent> extents(Path file) throws IOException {
        List<Extent> extents = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int fd = open(arena, state, file, READ_ONLY_CLOSED_ON_EXEC);
            try {
                for (long at = 0; ; ) {
                    long data = (long) SEEK.invokeExact(state, fd, at, SEEK_DATA);
                    if (data < 0) {
                        requireEnd(state, file);
                        return extents;
                    }
                    at = (long) SEEK.invokeExact(state, fd, data, SEEK_HOLE);
                    extents.add(new Extent(data, at - data));
                }
            } finally {
                int _ = (int) CLOSE.invokeExact(state, fd);
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// The disk space a file uses, in bytes; 0 if it does not exist.
    ///
    /// @throws IOException when it cannot be read
    public static long allocated(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment found = arena.allocate(STATX_SIZE, Long.BYTES);
            MemorySegment name = arena.allocateFrom(file.toString());
            int result = (int) STATX.invokeExact(state, AT_FDCWD, name, AT_SYMLINK_NOFOLLOW, STATX_BLOCKS, found);
            int errno = (int) ERRNO.get(state, 0L);
            if (result != 0 && errno != ENOENT) {
                throw new IOException(file + ": the size on disk cannot be determined (errno " + errno + ")");
            }
            return result == 0 ? found.get(ValueLayout.JAVA_LONG, STATX_BLOCKS_AT) * BLOCK : 0;
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// Copies a file with its holes over an empty file. If the file system can share the data, nothing is
    /// copied. Returns whether the data is shared.
    ///
    /// @throws IOException when it cannot be copied
    public static boolean copy(Path from, Path to) throws IOException {
        if (share(from, to)) {
            return true;
        }
        try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(to, StandardOpenOption.WRITE)) {
            for (Extent extent : extents(from)) {
                copy(in, out, extent);
            }
        }
        setLength(to, java.nio.file.Files.size(from));
        return false;
    }

    /// Sets the length of a file; a new part is a hole.
    ///
    /// @throws IOException when it cannot be written
    public static void setLength(Path file, long length) throws IOException {
        try (java.io.RandomAccessFile whole = new java.io.RandomAccessFile(file.toFile(), "rw")) {
            whole.setLength(length);
        }
    }

    private static void copy(FileChannel in, FileChannel out, Extent extent) throws IOException {
        out.position(extent.from());
        long end = extent.from() + extent.length();
        for (long at = extent.from(); at < end; ) {
            long moved = in.transferTo(at, end - at, out);
            if (moved <= 0) {
                throw new IOException("the file was truncated while it was being copied");
            }
            at += moved;
        }
    }

    private static boolean share(Path from, Path to) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int source = open(arena, state, from, READ_ONLY_CLOSED_ON_EXEC);
            try {
                int target = open(arena, state, to, READ_WRITE_CLOSED_ON_EXEC);
                try {
                    return (int) CLONE.invokeExact(state, target, FICLONE, source) == 0;
                } finally {
                    int _ = (int) CLOSE.invokeExact(state, target);
                }
            } finally {
                int _ = (int) CLOSE.invokeExact(state, source);
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static int open(Arena arena, MemorySegment state, Path file, int flags) throws Throwable {
        int fd = (int) OPEN.invokeExact(state, arena.allocateFrom(file.toString()), flags);
        if (fd < 0) {
            throw new IOException(file + ": cannot be opened (errno " + (int) ERRNO.get(state, 0L) + ")");
        }
        return fd;
    }

    // After the last data the result is ENXIO; any other error is a real failure.
    private static void requireEnd(MemorySegment state, Path file) throws IOException {
        int errno = (int) ERRNO.get(state, 0L);
        if (errno != ENXIO) {
            throw new IOException(file + ": the file's data cannot be located (errno " + errno + ")");
        }
    }

    // A restricted method, because a wrong descriptor would crash the program: these four are as the C library
    // declares them.
    @SuppressWarnings("restricted")
    private static MethodHandle call(String name, FunctionDescriptor shape, Linker.Option... more) {
        List<Linker.Option> options = new ArrayList<>(List.of(more));
        options.add(Linker.Option.captureCallState("errno"));
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), shape, options.toArray(Linker.Option[]::new));
    }
}
