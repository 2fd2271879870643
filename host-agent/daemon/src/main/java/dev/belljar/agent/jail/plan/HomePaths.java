package dev.belljar.agent.jail.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Paths in home folders that jails treat in a special way, from the files of this build.
public final class HomePaths {
    private HomePaths() {}

    /// What is hidden, as absolute paths.
    public static List<String> secrets(String home) {
        return read("secrets.txt", home);
    }

    /// What may be written, as absolute paths.
    static List<String> caches(String home) {
        return read("caches.txt", home);
    }

    private static List<String> read(String file, String home) {
        try (InputStream in = Objects.requireNonNull(HomePaths.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> home + "/" + line)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}
