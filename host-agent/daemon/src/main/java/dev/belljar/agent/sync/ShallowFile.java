package dev.belljar.agent.sync;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;

/// Where the history of a repository ends before its beginning: the `shallow` file of a bare repository.
record ShallowFile(Path path) {
    /// Its text, empty when history is whole.
    String text() throws SyncException {
        try {
            return Files.exists(path) ? Files.readString(path) : "";
        } catch (IOException e) {
            throw SyncFaults.file(path + ": could not be read", e);
        }
    }

    /// Takes over the boundary of a project that was just packed; a whole project makes the repository whole.
    void merge(String boundary) throws SyncException {
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
