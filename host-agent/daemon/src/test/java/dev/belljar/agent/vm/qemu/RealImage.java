package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The guest image built on this host, for tests that start machines.
public final class RealImage {
    private RealImage() {}

    /// The newest image in the cache, or the one in the folder that `BELLJAR_TEST_IMAGE` names.
    public static Optional<BootImage> find() throws IOException, JsonFault {
        String named = System.getenv("BELLJAR_TEST_IMAGE");
        if (named != null) {
            return Optional.of(read(Path.of(named)));
        }
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        Path images = Path.of(cache, "belljar", "images");
        if (!Files.isDirectory(images)) {
            return Optional.empty();
        }
        try (var found = Files.list(images)) {
            Optional<Path> newest = found.filter(folder -> Files.exists(folder.resolve("manifest.json")))
                    .max(java.util.Comparator.comparingLong(
                            folder -> folder.resolve("manifest.json").toFile().lastModified()));
            return newest.isPresent() ? Optional.of(read(newest.get())) : Optional.empty();
        }
    }

    private static BootImage read(Path folder) throws IOException, JsonFault {
        Map<String, Object> manifest = ContractJson.readMap(Files.readString(folder.resolve("manifest.json")));
        List<String> parameters = manifest.get("kernelParams") instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
        return new BootImage(
                file(folder, manifest, "kernel"),
                file(folder, manifest, "initrd"),
                file(folder, manifest, "probeInitrd"),
                file(folder, manifest, "base"),
                parameters);
    }

    private static Path file(Path folder, Map<String, Object> manifest, String what) throws IOException {
        if (manifest.get(what) instanceof Map<?, ?> entry && entry.get("name") instanceof String name) {
            return folder.resolve(name);
        }
        throw new IOException(folder + ": its manifest names no " + what);
    }
}
