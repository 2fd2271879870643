package dev.belljar.agent.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The folders in which programs are looked for, in order.
public record SearchPath(List<Path> folders) {
    private static final String USUAL = "/usr/local/bin:/usr/bin:/bin";

    /// The folders of this environment's `PATH`; relative ones are left out, because they depend on the working
    /// folder.
    public static SearchPath of(Map<String, String> environment) {
        return new SearchPath(
                Arrays.stream(environment.getOrDefault("PATH", USUAL).split(":"))
                        .filter(folder -> folder.startsWith("/"))
                        .map(Path::of)
                        .toList());
    }

    /// The program of this name, if there is one.
    public Optional<Path> find(String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
