package dev.belljar.agent.oci;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// How a layer is compressed, by its first bytes: archives of Docker do not say it elsewhere.
final class Compression {
    private static final int BUFFER = 1 << 16;
    private static final int MAGIC = 4;
    /// The largest window that is decompressed, 128 MiB, as the `zstd` program decompresses without a
    /// special option.
    private static final int WINDOW_BITS = 27;

    private Compression() {}

    /// The name of the compression, null if there is none.
    static @Nullable String of(FileChannel channel) throws IOException {
        byte[] start = new byte[MAGIC];
        int read = channel.read(ByteBuffer.wrap(start), 0);
        return read < MAGIC ? null : name(start);
    }

    private static @Nullable String name(byte[] start) {
        if (start[0] == 0x1f && (start[1] & 0xff) == 0x8b) {
            return "gzip";
        }
        boolean zstd = start[0] == 0x28 && (start[1] & 0xff) == 0xb5 && start[2] == 0x2f && (start[3] & 0xff) == 0xfd;
        return zstd ? "zstd" : null;
    }

    /// The content without its compression.
    static InputStream unpacked(InputStream packed) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(packed, BUFFER);
        buffered.mark(MAGIC);
        byte[] start = buffered.readNBytes(MAGIC);
        buffered.reset();
        String name = start.length < MAGIC ? null : name(start);
        if (name == null) {
            return buffered;
        }
        return name.equals("gzip")
                ? new GZIPInputStream(buffered, BUFFER)
                : new ZstdInputStreamNoFinalizer(buffered).setLongMax(WINDOW_BITS);
    }
}
