package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// What Java's file classes cannot do with sparse files: finds the data in them, and shares it between copies.
public final class SparseFile {
    /// A part of a file that is not a hole, in bytes.
    public record Extent(long from, long length) {}

    private SparseFile() {}

    /// The parts of a file that hold data, in order.
    ///
    /// @throws IOException when it cannot be read
    public static List<Extent> extents(Path file) throws IOException {
        List<Extent> extents = new ArrayList<>();
        try (NativeFile open = NativeFile.reading(file)) {
            long end;
            for (OptionalLong data = open.data(0); data.isPresent(); data = open.data(end)) {
                end = open.hole(data.getAsLong());
                extents.add(new Extent(data.getAsLong(), end - data.getAsLong()));
            }
        }
        return extents;
    }

    /// The disk space a file uses, in bytes; 0 if it does not exist.
    ///
    /// @throws IOException when it cannot be read
    public static long allocated(Path file) throws IOException {
        return NativeFile.allocated(file);
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
        try (NativeFile source = NativeFile.reading(from);
                NativeFile target = NativeFile.writing(to)) {
            return target.share(source);
        }
    }
}
