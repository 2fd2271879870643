package dev.belljar.client;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The log file of host agents that were started in the background: readable by its user only, and rotated at a
/// start once it is long, with one older file kept.
final class AgentLog {
    /// The size in bytes above which a start rotates the log.
    static final long LONG = 4L << 20;

    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rw-------");

    private AgentLog() {}

    /// Prepares this log file for appending.
    ///
    /// @throws IOException when it cannot be created, or belongs to another user
    static void prepare(Path log) throws IOException {
        try {
            if (Files.size(log) > LONG) {
                // A host agent that is just ending continues to write to the file under its new name.
                Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (NoSuchFileException e) {
            // There is no log yet, or another start has moved it.
        }
        try {
            Files.createFile(log, PosixFilePermissions.asFileAttribute(OWN));
        } catch (FileAlreadyExistsException e) {
            Files.setPosixFilePermissions(log, OWN);
        }
    }
}
