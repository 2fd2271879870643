package dev.belljar.agent.policy.file;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.contract.policy.NetworkMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/// Where policies are stored: the files of the organization and the user, the folder of the project policies,
/// and the default preset.
public record PolicyFiles(Path organization, Path user, Path projects, NetworkMode defaultMode) {
    /// The locations that this environment configures.
    ///
    /// @throws IOException when `BELLJAR_PRESET` is not a preset
    public static PolicyFiles from(Map<String, String> environment, HostFolders folders) throws IOException {
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        Path base = config.startsWith("/") ? Path.of(config) : home.resolve(".config");
        return new PolicyFiles(
                Path.of("/etc/belljar/policy.toml"),
                base.resolve("belljar/policy.toml"),
                folders.data().resolve("policies"),
                defaultMode(environment.getOrDefault("BELLJAR_PRESET", "closed")));
    }

    /// The file of a project's policy, which is never in the project itself.
    public Path project(Path folder) {
        return projects.resolve(
                digest(folder.toAbsolutePath().normalize().toString()).substring(0, 16) + ".toml");
    }

    static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static NetworkMode defaultMode(String word) throws IOException {
        for (NetworkMode mode : NetworkMode.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(word)) {
                return mode;
            }
        }
        throw new IOException(
                "BELLJAR_PRESET \"" + word + "\": expected \"closed\", \"registries\", \"ask\" or \"open\"");
    }
}
