package dev.belljar.agent.host;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;

/// An open file with the calls of the C library that Java's file classes lack.
///
/// The functions are declared as Linux on x86-64 and aarch64 has them, where `long` and `off_t` have 64 bits and
/// a variable argument is passed like any other.
final class NativeFile implements AutoCloseable {
    private static final int SEEK_DATA = 3;
    private static final int SEEK_HOLE = 4;
    private static final int ENXIO = 6;
    private static final int ENOENT = 2;
    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int STATX_BLOCKS = 0x400;
    private static final int STATX_SIZE = 256;
    private static final int STATX_BLOCKS_AT = 48;
    private static final long BLOCK = 512;
    private static final long FICLONE = 0x40049409L;
    private static final int READ_ONLY_CLOSED_ON_EXEC = 0x80000;
    private static final int READ_WRITE_CLOSED_ON_EXEC = 0x80002;

    static {
        Native.register(NativeFile.class, NativeLibrary.getProcess(Map.of(Library.OPTION_STRING_ENCODING, "UTF-8")));
    }

    private final Path path;
    private final int fd;

    private NativeFile(Path path, int flags) throws IOException {
        this.path = path;
        this.fd = open(path.toString(), flags);
        if (fd < 0) {
            throw failed(path, "cannot be opened");
        }
    }

    /// Opens a file for reading.
    ///
    /// @throws IOException when it cannot be opened
    static NativeFile reading(Path path) throws IOException {
        return new NativeFile(path, READ_ONLY_CLOSED_ON_EXEC);
    }

    /// Opens an existing file for reading and writing.
    ///
    /// @throws IOException when it cannot be opened
    static NativeFile writing(Path path) throws IOException {
        return new NativeFile(path, READ_WRITE_CLOSED_ON_EXEC);
    }

    /// The position of the first data at or after `from`; empty if only a hole follows.
    ///
    /// @throws IOException when it cannot be determined
    OptionalLong data(long from) throws IOException {
        long at = lseek(fd, from, SEEK_DATA);
        // After the last data the result is ENXIO; any other error is a real failure.
        if (at < 0 && Native.getLastError() != ENXIO) {
            throw failed(path, "the file's data cannot be located");
        }
        return at < 0 ? OptionalLong.empty() : OptionalLong.of(at);
    }

    /// The position of the first hole at or after `from`, which is the file's length if there is no other.
    ///
    /// @throws IOException when it cannot be determined
    long hole(long from) throws IOException {
        long at = lseek(fd, from, SEEK_HOLE);
        if (at < 0) {
            throw failed(path, "the file's data cannot be located");
        }
        return at;
    }

    /// Lets this file have the content of another one without copying it. Returns whether the file system can do
    /// that.
    boolean share(NativeFile source) {
        return ioctl(fd, FICLONE, source.fd) == 0;
    }

    /// The disk space a file uses, in bytes; 0 if it does not exist.
    ///
    /// @throws IOException when it cannot be determined
    static long allocated(Path path) throws IOException {
        byte[] found = new byte[STATX_SIZE];
        if (statx(AT_FDCWD, path.toString(), AT_SYMLINK_NOFOLLOW, STATX_BLOCKS, found) == 0) {
            return ByteBuffer.wrap(found).order(ByteOrder.nativeOrder()).getLong(STATX_BLOCKS_AT) * BLOCK;
        }
        if (Native.getLastError() != ENOENT) {
            throw failed(path, "the size on disk cannot be determined");
        }
        return 0;
    }

    @Override
    public void close() {
        int _ = close(fd);
    }

    private static IOException failed(Path path, String what) {
        return new IOException(path + ": " + what + " (errno " + Native.getLastError() + ")");
    }

    private static native int open(String path, int flags);

    private static native int close(int fd);

    private static native long lseek(int fd, long offset, int whence);

    private static native int statx(int folder, String path, int flags, int mask, byte[] found);

    private static native int ioctl(int fd, long request, int source);
}
