package dev.belljar.agent.vmstate;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.belljar.agent.host.SparseFile;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/// Compresses a machine's memory into one zstd stream of the pieces that are not empty, each preceded by its
/// position.
///
/// In both directions the new file is written under another name, flushed and renamed, so that it is complete or
/// absent.
public final class PackedMemory {
    private static final long MAGIC = 0x42_4a_52_41_4d_30_30_31L;
    private static final long END = -1;
    private static final int PIECE = 1 << 18;
    private static final int BUFFER = 1 << 20;
    private static final int LEVEL = 1;

    private PackedMemory() {}

    /// Compresses `ram` into `packed`.
    ///
    /// @throws IOException when it cannot be written; `packed` does not exist then
    public static void pack(Path ram, Path packed) throws IOException {
        Path aside = aside(packed);
        try (FileChannel in = FileChannel.open(ram, StandardOpenOption.READ);
                FileChannel channel = FileChannel.open(aside, StandardOpenOption.WRITE)) {
            OutputStream file = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
            ZstdOutputStreamNoFinalizer zstd = new ZstdOutputStreamNoFinalizer(file, LEVEL);
            try (DataOutputStream out = new DataOutputStream(zstd)) {
                zstd.setChecksum(true).setCloseFrameOnFlush(true);
                out.writeLong(MAGIC);
                out.writeLong(Files.size(ram));
                for (SparseFile.Extent extent : SparseFile.extents(ram)) {
                    packExtent(in, extent, out);
                }
                out.writeLong(END);
                out.flush();
                channel.force(true);
            }
        }
        Files.move(aside, packed, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Restores `ram` from `packed` with holes for empty pieces. Refuses a memory larger than `most` bytes.
    ///
    /// @throws StreamCorruptedException when it is damaged
    /// @throws IOException when it cannot be written; `ram` does not exist in either case
    public static void unpack(Path packed, Path ram, long most) throws IOException {
        Path aside = aside(ram);
        try (InputStream file = Files.newInputStream(packed);
                DataInputStream in = new DataInputStream(new ZstdInputStreamNoFinalizer(file));
                FileChannel out = FileChannel.open(aside, StandardOpenOption.WRITE)) {
            if (in.readLong() != MAGIC) {
                throw new StreamCorruptedException(packed + ": not a compressed memory file");
            }
            long length = in.readLong();
            if (length < 0 || length > most) {
                throw new StreamCorruptedException(
                        "%s decompresses to %d bytes: expected at most %d".formatted(packed, length, most));
            }
            SparseFile.setLength(aside, length);
            unpackPieces(in, out, length);
        } catch (ZstdIOException | EOFException e) {
            throw new StreamCorruptedException(packed + ": " + e.getMessage());
        }
        Files.move(aside, ram, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void packExtent(FileChannel in, SparseFile.Extent extent, DataOutputStream out) throws IOException {
        byte[] piece = new byte[PIECE];
        long end = extent.from() + extent.length();
        for (long at = extent.from(); at < end; ) {
            // Reads up to the next boundary, so that empty pieces are found whatever the extents are.
            int length = (int) Math.min(PIECE - at % PIECE, end - at);
            ByteBuffer buffer = ByteBuffer.wrap(piece, 0, length);
            while (buffer.hasRemaining()) {
                if (in.read(buffer, at + buffer.position()) < 0) {
                    throw new IOException("the memory file was truncated while it was being compressed");
                }
            }
            if (!isZero(piece, length)) {
                out.writeLong(at);
                out.writeInt(length);
                out.write(piece, 0, length);
            }
            at += length;
        }
    }

    private static void unpackPieces(DataInputStream in, FileChannel out, long length) throws IOException {
        byte[] piece = new byte[PIECE];
        for (long at = in.readLong(); at != END; at = in.readLong()) {
            int size = in.readInt();
            if (at < 0 || size <= 0 || size > PIECE || at > length - size) {
                throw new StreamCorruptedException(
                        "compressed memory: the chunk of %d bytes at offset %d is out of range".formatted(size, at));
            }
            in.readFully(piece, 0, size);
            ByteBuffer buffer = ByteBuffer.wrap(piece, 0, size);
            while (buffer.hasRemaining()) {
                out.write(buffer, at + buffer.position());
            }
        }
        // Reads to the end of the frame, where zstd verifies its checksum.
        if (in.read() != -1) {
            throw new StreamCorruptedException("compressed memory: unexpected data after the end");
        }
    }

    private static boolean isZero(byte[] piece, int length) {
        for (int at = 0; at < length; at++) {
            if (piece[at] != 0) {
                return false;
            }
        }
        return true;
    }

    private static Path aside(Path file) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(aside);
        return Files.createFile(
                aside, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
}
