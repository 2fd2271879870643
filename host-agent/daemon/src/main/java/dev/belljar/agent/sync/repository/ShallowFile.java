package dev.belljar.agent.sync.repository;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;

/// The `shallow` file of a bare repository, at whose commits a truncated history ends.
public record ShallowFile(Path path) {
    /// The file's text, empty for a complete history.
    public String text() throws SyncException {
        try {
            return Files.exists(path) ? Files.readString(path) : "";
        } catch (IOException e) {
            throw SyncFaults.file(path + ": could not be read", e);
        }
    }

    /// Adds the boundary of a project that was just packed; a project with complete history makes the repository
    /// complete.
    public void merge(String boundary) throws SyncException {
        try {
            if (boundary.isEmpty()) {
                Files.deleteIfExists(path);
                return;
            }
            TreeSet<String> commits = new TreeSet<>(boundary.lines().toList());
            commits.addAll(text().lines().toList());
            DurableFile.write(path, String.join("\n", commits) + "\n");
        } catch (IOException e) {
            throw SyncFaults.file(path + ": could not be written", e);
        }
    }
}
