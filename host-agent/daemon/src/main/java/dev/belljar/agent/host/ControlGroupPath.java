package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the folder of a process's control group (version 2) from `/proc` and the mounts of this host.
final class ControlGroupPath {
    private static final String VERSION_2 = "0::";

    private ControlGroupPath() {}

    /// The folder, below `root`; empty if the host has no control groups version 2, or the group is outside the
    /// mounted part.
    static Optional<Path> of(Path root, String process) throws IOException {
        Optional<String> group = lines(root.resolve("proc").resolve(process).resolve("cgroup"))
                .filter(line -> line.startsWith(VERSION_2))
                .map(line -> line.substring(VERSION_2.length()))
                .findFirst();
        if (group.isEmpty() || group.get().contains("/..")) {
            return Optional.empty();
        }
        return lines(root.resolve("proc/self/mountinfo"))
                .filter(line -> line.contains(" - cgroup2 "))
                .map(line -> line.split(" "))
                .flatMap(fields -> below(root, fields[4], fields[3], group.get()).stream())
                .findFirst();
    }

    private static Optional<Path> below(Path root, String mounted, String shown, String group) {
        Path relative = Path.of("/").relativize(Path.of(group));
        Path top = Path.of("/").relativize(Path.of(shown));
        if (!shown.equals("/") && !relative.startsWith(top)) {
            return Optional.empty();
        }
        Path left = shown.equals("/") ? relative : top.relativize(relative);
        Path folder = root.resolve(Path.of("/").relativize(Path.of(mounted)));
        return Optional.of(folder.resolve(left).normalize());
    }

    private static Stream<String> lines(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1).lines();
    }
}
