package dev.belljar.agent.environment;

import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// Reads a text file of a project, which is untrusted: no link is followed, and its size is limited.
final class ProjectText {
    static final int MOST_BYTES = 64 << 10;

    private ProjectText() {}

    /// Reads the file at a path of single names with slashes between them; empty if there is none.
    ///
    /// @throws IOException when there is one that cannot be read, with the reason in words
    static Optional<String> read(Path project, String name) throws IOException {
        Path at = project;
        int left = name.split("/").length;
        for (String part : name.split("/")) {
            at = at.resolve(part);
            left--;
            Optional<BasicFileAttributes> found = attributes(at);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            if (left == 0 ? !found.get().isRegularFile() : !found.get().isDirectory()) {
                throw new IOException(
                        found.get().isSymbolicLink()
                                ? "it is, or is in, a symbolic link, which Belljar does not follow"
                                : left == 0 ? "it is not a regular file" : "it is not in a folder");
            }
        }
        try (InputStream in = Files.newInputStream(at, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it is too large: expected at most %d KiB".formatted(MOST_BYTES >> 10));
            }
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static Optional<BasicFileAttributes> attributes(Path file) throws IOException {
        try {
            return Optional.of(Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new IOException(FileErrors.reason(e), e);
        }
    }
}
