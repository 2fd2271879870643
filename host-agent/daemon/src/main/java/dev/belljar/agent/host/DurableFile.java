package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Writes a small file as a whole, so that a crash leaves either the old content or the new, never a part of
/// one.
public final class DurableFile {
    private DurableFile() {}

    /// Replaces the file's content (UTF-8, mode 0600): writes a temporary file, flushes it to disk, and renames
    /// it.
    ///
    /// @throws IOException when the folder cannot be written
    public static void write(Path file, String content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException(file + ": the path has no parent folder");
        }
        Path aside = Files.createTempFile(
                folder,
                "." + file.getFileName(),
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            try (FileChannel channel = FileChannel.open(aside, Set.of(StandardOpenOption.WRITE))) {
                ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(aside);
        }
        flush(folder);
    }

    /// Deletes the temporary files that processes killed during a `write` left in a folder; to be called only
    /// while nothing writes there.
    ///
    /// @throws IOException when it cannot be deleted
    public static void sweep(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, ".*.new")) {
            for (Path aside : left) {
                if (Files.isRegularFile(aside, LinkOption.NOFOLLOW_LINKS)) {
                    Files.delete(aside);
                }
            }
        }
    }

    /// Flushes a file's content, or a folder's entries, to disk.
    ///
    /// @throws IOException when they cannot be
    public static void flush(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
