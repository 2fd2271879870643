package dev.belljar.agent.setup;

import java.nio.file.Path;

/// Reads files on which the result of a setup depends, as a setup does: without following links.
public record SetupFiles(Path project, Path home) {
    /// The content of a file, at most 16 MiB, of the project or, with `~/`, of the home folder.
    ///
    /// @throws SetupException when it is not a regular file of that size, or is behind a link
    public byte[] read(String from) throws SetupException {
        return new FileCopier(project, home).read(from).bytes();
    }
}
