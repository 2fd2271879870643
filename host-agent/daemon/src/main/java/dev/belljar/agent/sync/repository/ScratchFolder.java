package dev.belljar.agent.sync.repository;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A temporary folder inside a repository, which is deleted when the work is done.
public record ScratchFolder(Path path) implements AutoCloseable {
    public static final String PREFIX = "scratch-";

    /// Creates a folder in this repository.
    public static ScratchFolder in(Path repository) throws SyncException {
        try {
            return new ScratchFolder(Files.createTempDirectory(repository, PREFIX));
        } catch (IOException e) {
            throw SyncFaults.file(repository + ": could not be written", e);
        }
    }

    public Path file(String name) {
        return path.resolve(name);
    }

    /// Deletes a file, or a folder with its content; symbolic links are deleted, not followed.
    public static void delete(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> below = Files.walk(path)) {
            for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    @Override
    public void close() throws SyncException {
        try {
            delete(path);
        } catch (IOException e) {
            throw SyncFaults.file(path + ": could not be removed", e);
        }
    }
}
