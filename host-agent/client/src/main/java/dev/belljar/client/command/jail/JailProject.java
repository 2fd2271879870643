package dev.belljar.client.command.jail;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Finds the project that a command about jails means.
final class JailProject {
    private JailProject() {}

    /// The absolute path of the named project, or of the git repository around the current folder, or of that
    /// folder.
    static String of(@Nullable Path named) {
        return absolute(named == null ? repository(Path.of("").toAbsolutePath()) : named);
    }

    static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    private static Path repository(Path folder) {
        for (Path around = folder; around != null; around = around.getParent()) {
            if (Files.exists(around.resolve(".git"))) {
                return around;
            }
        }
        return folder;
    }
}
