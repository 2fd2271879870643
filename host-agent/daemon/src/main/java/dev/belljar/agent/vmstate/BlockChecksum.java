package dev.belljar.agent.vmstate;

import dev.belljar.agent.host.SparseFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// A checksum of a file's content: a digest of its length and the CRC-32C of each MiB that is not empty.
///
/// A CRC finds every flipped bit at the speed of the disk; the files belong to the user, so no forgery is
/// expected.
final class BlockChecksum {
    private static final int CHUNK = 1 << 20;

    private BlockChecksum() {}

    /// Computes the checksum of a file. Holes count as zeros.
    ///
    /// @throws IOException when it cannot be read
    static String of(Path file) throws IOException {
        MessageDigest digest = sha256();
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
        digest.update(number.putLong(0, Files.size(file)).rewind());
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long seen = -1;
            for (SparseFile.Extent extent : SparseFile.extents(file)) {
                long first = Math.max(extent.from() / CHUNK, seen + 1);
                long last = (extent.from() + extent.length() - 1) / CHUNK;
                for (long index = first; index <= last; index++) {
                    add(digest, number, channel, chunk, index);
                    seen = index;
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    // A chunk of zeros may become a hole or data by a copy, so it is never included.
    private static void add(MessageDigest digest, ByteBuffer number, FileChannel channel, ByteBuffer chunk, long index)
            throws IOException {
        chunk.clear();
        for (long at = index * CHUNK; chunk.hasRemaining(); ) {
            int read = channel.read(chunk, at);
            if (read < 0) {
                break;
            }
            at += read;
        }
        chunk.flip();
        if (isZero(chunk)) {
            return;
        }
        CRC32C crc = new CRC32C();
        crc.update(chunk);
        digest.update(number.putLong(0, index).rewind());
        digest.update(number.putLong(0, crc.getValue()).rewind());
    }

    private static boolean isZero(ByteBuffer chunk) {
        for (int at = 0; at + Long.BYTES <= chunk.limit(); at += Long.BYTES) {
            if (chunk.getLong(at) != 0) {
                return false;
            }
        }
        for (int at = chunk.limit() & -Long.BYTES; at < chunk.limit(); at++) {
            if (chunk.get(at) != 0) {
                return false;
            }
        }
        return true;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
