package dev.belljar.contract.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads numeric user ids of processes and files.
public final class UserId {
    private UserId() {}

    /// The id of the user that this process runs as.
    ///
    /// @throws IOException when `/proc` cannot be read
    public static int own() throws IOException {
        return of(Path.of("/proc/self"));
    }

    /// The id of the user that owns a file.
    ///
    /// @throws IOException when the file does not exist or its owner cannot be read
    public static int of(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:uid");
    }
}
