package dev.belljar.contract.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The numbers of users, as the kernel tells of processes and files.
public final class UserId {
    private UserId() {}

    /// The user this process runs as.
    ///
    /// @throws IOException when `/proc` cannot be read
    public static int own() throws IOException {
        return of(Path.of("/proc/self"));
    }

    /// The user a file belongs to.
    ///
    /// @throws IOException when it is not there or cannot be read
    public static int of(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:uid");
    }
}
