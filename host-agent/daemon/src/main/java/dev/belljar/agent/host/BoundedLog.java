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

/// What a program says that outlives the host agent: its newest words, in a file and an older one beside it, which
/// together never grow past a limit.
///
/// A process of its own keeps them, at the other end of a pipe, for as long as the program lives: a bound that needs
/// the host agent would be none while that is away. When the disk is full it goes on reading and drops what it reads,
/// so that the program never waits for it.
public record BoundedLog(Path file) {
    /// Bytes that both files may have together.
    public static final int LIMIT = 1 << 20;
    /// Bytes that `tail` reads at most.
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

    /// The words of the program that keeps what comes on its standard input.
    List<String> keeper() {
        return List.of("setsid", "sh", "-c", KEEPER, "sh", file.toString());
    }

    /// Makes the file, empty, and says that a program is about to write to it.
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

    /// The last that was said, of a program that has ended; waits a moment for what is still on its way.
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
                // Until there is no more, or enough.
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private Path older() {
        return file.resolveSibling(file.getFileName() + ".1");
    }

    /// There while a program writes.
    private Path open() {
        return file.resolveSibling(file.getFileName() + ".open");
    }
}
