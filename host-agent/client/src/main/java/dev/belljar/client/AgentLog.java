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

/// The log file of host agents that were started in the background: for its user alone, and begun anew at a start
/// once it is long, with the one before it kept beside it.
final class AgentLog {
    /// Bytes beyond which a start begins a new log.
    static final long LONG = 4L << 20;

    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rw-------");

    private AgentLog() {}

    /// Makes this file ready to be appended to.
    ///
    /// @throws IOException when it cannot be made, or is another user's
    static void prepare(Path log) throws IOException {
        try {
            if (Files.size(log) > LONG) {
                // A host agent that is just ending writes on in the file under its new name.
                Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (NoSuchFileException e) {
            // There is none yet, or another start has moved it.
        }
        try {
            Files.createFile(log, PosixFilePermissions.asFileAttribute(OWN));
        } catch (FileAlreadyExistsException e) {
            Files.setPosixFilePermissions(log, OWN);
        }
    }
}
