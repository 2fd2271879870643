package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Belljar's folders on this host, according to the XDG base directories.
///
/// `data` must be kept (sandboxes, repositories, catalog), `cache` can be deleted (images, verdicts), `runtime`
/// has sockets and the token, `home` is the installation or checkout with `microvm-nix/` and `assets/`.
public record HostFolders(Path data, Path cache, Path runtime, Path home) {
    /// The file in the folder of a sandbox whose machine was started in advance, before the sandbox has a record.
    public static final String POOL_MARK = "pooled";

    /// The folders that this environment names, created with mode 0700.
    ///
    /// @throws IOException when one cannot be created
    public static HostFolders from(Map<String, String> environment) throws IOException {
        Path user = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        Path data =
                base(environment, "XDG_DATA_HOME", user.resolve(".local/share")).resolve("belljar");
        Path cache = base(environment, "XDG_CACHE_HOME", user.resolve(".cache")).resolve("belljar");
        String runtimeBase = environment.get("XDG_RUNTIME_DIR");
        Path runtime = usable(runtimeBase) ? Path.of(runtimeBase).resolve("belljar") : data.resolve("run");
        HostFolders folders = new HostFolders(data, cache, runtime, home(environment));
        for (Path folder : new Path[] {data, cache, runtime}) {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
        return folders;
    }

    /// The installation or checkout: `BELLJAR_HOME`, which every launcher sets, or else the checkout around the
    /// working folder.
    static Path home(Map<String, String> environment) {
        String message = environment.get("BELLJAR_HOME");
        Path at = Path.of(message == null ? "" : message).toAbsolutePath().normalize();
        if (message != null) {
            return at;
        }
        for (Path folder = at; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("host-agent/confine"))) {
                return folder;
            }
        }
        return at;
    }

    /// The folder of one sandbox.
    public Path sandbox(String id) {
        return data.resolve("sandboxes").resolve(id);
    }

    /// The folder of the disk layers that machines share, none of which ever changes.
    public Path layers() {
        return data.resolve("layers");
    }

    private static Path base(Map<String, String> environment, String name, Path otherwise) {
        String value = environment.get(name);
        return usable(value) ? Path.of(value) : otherwise;
    }

    private static boolean usable(@Nullable String value) {
        return value != null && value.startsWith("/");
    }
}
