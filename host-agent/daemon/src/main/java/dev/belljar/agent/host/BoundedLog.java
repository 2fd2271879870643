package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/// The log of a program that outlives the host agent: its newest output, in a file and an older one beside it,
/// which together never exceed a limit.
///
/// A separate process at the other end of a pipe writes it, for as long as the program runs: the host agent
/// could not keep the limit while it does not run. When the disk is full that process continues to read and
/// drops what it reads, so that the program never waits for it.
public record BoundedLog(Path file) {
    /// The most bytes of both files together.
    public static final int LIMIT = 1 << 20;
    /// The most bytes that `tail` reads.
    public static final int TAIL = 64 << 10;

    private static final int HALF = LIMIT / 2;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long TICK_MILLIS = 2;
    private static final String KEEPER = """
            umask 077
            while stdbuf -o0 head -c %1$d >"$1" && [ "$(stat -c %%s "$1")" -ge %1$d ]; do
                mv -f "$1" "$1.1"
            done
            cat >/dev/null
            rm -f "$1.open"
            """.formatted(HALF);

    /// The command line of the process that writes its standard input to the log.
    List<String> keeper() {
        return List.of("setsid", "sh", "-c", KEEPER, "sh", file.toString());
    }

    /// Creates the empty file, and marks that a program is about to write to it.
    ///
    /// @throws IOException when a file cannot be made
    void begin() throws IOException {
        for (Path each : List.of(file, older(), open())) {
            Files.deleteIfExists(each);
        }
        for (Path each : List.of(file, open())) {
            Files.createFile(each, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
    }

    /// The last output of a program that has ended; waits a moment for output that is still in the pipe.
    ///
    /// @throws IOException when it cannot be read
    public String tail() throws IOException {
        awaitEnd();
        String all = tail(older()) + tail(file);
        return all.substring(Math.max(0, all.length() - TAIL));
    }

    private void awaitEnd() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (Files.exists(open()) && System.nanoTime() < deadline) {
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String tail(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - TAIL));
            ByteBuffer bytes = ByteBuffer.allocate(TAIL);
            while (bytes.hasRemaining() && channel.read(bytes) > 0) {
                // Until the end of the file, or `TAIL` bytes.
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private Path older() {
        return file.resolveSibling(file.getFileName() + ".1");
    }

    /// The file that exists while a program writes.
    private Path open() {
        return file.resolveSibling(file.getFileName() + ".open");
    }
}
