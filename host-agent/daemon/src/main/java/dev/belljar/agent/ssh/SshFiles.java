package dev.belljar.agent.ssh;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.HostFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes the files that OpenSSH reads, in Belljar's own folder (mode 0700, files 0600). Files in `~/.ssh` are
/// not touched: the user includes `config` there with `belljar ssh-config --install`.
///
/// `launcher` is the launcher of the command line, null if this host agent was started without one: the config
/// then contains no host.
public record SshFiles(Path folder, @Nullable Path launcher, Map<String, String> environment) {
    private static final List<String> PLACES =
            List.of("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR");

    /// The files of the host agent in this environment.
    public static SshFiles of(HostFolders folders, Map<String, String> environment) {
        Map<String, String> places = new TreeMap<>();
        for (String name : PLACES) {
            String value = environment.get(name);
            if (value != null && value.startsWith("/")) {
                places.put(name, value);
            }
        }
        String launcher = environment.getOrDefault("BELLJAR_LAUNCHER", "");
        return new SshFiles(
                folders.data().resolve("ssh"), launcher.startsWith("/") ? Path.of(launcher) : null, Map.copyOf(places));
    }

    /// Writes both files, each atomically. `known` has a line for each machine whose key was seen.
    ///
    /// @throws IOException when they cannot be written
    public void write(List<ConfigText.Host> hosts, String known) throws IOException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Path knownHosts = folder.resolve("known_hosts");
        update(knownHosts, known);
        Path program = launcher;
        update(
                folder.resolve("config"),
                program == null
                        ? "# The host agent was started without BELLJAR_LAUNCHER, so it cannot write the ProxyCommand.\n"
                        : new ConfigText(program, environment, knownHosts).config(hosts));
    }

    private static void update(Path file, String text) throws IOException {
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            DurableFile.write(file, text);
        }
    }
}
