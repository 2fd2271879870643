package dev.belljar.agent.erofs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/// Writes a new file from its beginning to its end in blocks; a block of zeros takes no space.
final class BlockOutput implements AutoCloseable {
    static final int BLOCK = 4096;
    private static final int BUFFER = 256 * BLOCK;
    private static final byte[] ZEROS = new byte[BLOCK];

    private final FileChannel channel;
    private final byte[] buffer = new byte[BUFFER];
    private WriteListener listener = _ -> {};
    private int filled;
    /// Where in the file the buffer begins.
    private long start;

    /// A file that must not exist yet.
    BlockOutput(Path file) throws IOException {
        channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
    }

    /// The block that the next byte belongs to.
    int block() throws IOException {
        long block = position() / BLOCK;
        if (block > Integer.MAX_VALUE) {
            throw new IOException("the image is larger than 8 TiB");
        }
        return (int) block;
    }

    long position() {
        return start + filled;
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, BUFFER - filled);
            System.arraycopy(bytes, offset + done, buffer, filled, part);
            filled += part;
            done += part;
            if (filled == BUFFER) {
                flush();
            }
        }
    }

    /// Writes zeros up to this position of the file.
    void pad(long position) throws IOException {
        while (position() < position) {
            write(ZEROS, 0, (int) Math.min(BLOCK, position - position()));
        }
    }

    /// Writes zeros up to the end of a block.
    void pad() throws IOException {
        pad((position() + BLOCK - 1) / BLOCK * BLOCK);
    }

    /// Tells this listener from now on.
    void tell(WriteListener told) {
        listener = told;
    }

    private void flush() throws IOException {
        listener.at(position());
        for (int at = 0; at < filled; at += BLOCK) {
            int length = Math.min(BLOCK, filled - at);
            boolean zeros = Arrays.equals(buffer, at, at + length, ZEROS, 0, length);
            if (!zeros) {
                writeAt(ByteBuffer.wrap(buffer, at, length), start + at);
            }
        }
        start += filled;
        filled = 0;
    }

    private void writeAt(ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /// Completes the file: its last block, then these bytes at this position, and all of it on the disk.
    void finish(byte[] first, long position) throws IOException {
        pad();
        flush();
        if (channel.size() < start) {
            writeAt(ByteBuffer.wrap(new byte[1]), start - 1);
        }
        channel.force(true);
        // Last: a file that was not completed is not a file system.
        writeAt(ByteBuffer.wrap(first), position);
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
