package dev.belljar.client.environment;

import dev.belljar.contract.codec.TomlTable;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.PackageManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The file `.belljar/machine.toml` of a project, in which it proposes an environment.
public final class MachineFile {
    /// The path of the file in the project.
    public static final String NAME = ".belljar/machine.toml";

    private static final String HEAD = """
            # What this project needs in its sandboxes. It is a proposal: nothing in it takes effect until you
            # accept it with `belljar environment accept`.
            """;

    private MachineFile() {}

    /// Writes a new file.
    ///
    /// @throws FileAlreadyExistsException when the project has the file already
    /// @throws IOException when it cannot be written
    public static Path write(Path project, String text) throws IOException {
        Path folder = project.resolve(".belljar");
        Path file = project.resolve(NAME);
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder + ": expected a folder, not a file or a link");
        }
        Files.createDirectories(folder);
        return Files.write(
                file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /// The text that proposes this environment.
    public static String text(Environment environment) {
        StringBuilder toml = new StringBuilder(HEAD);
        toml.append('\n');
        EnvironmentImage image = environment.image();
        if (image != null) {
            value(toml, "image", image.name());
        }
        list(
                toml,
                "profiles",
                environment.profiles().stream()
                        .map(profile -> versioned(profile, environment.version(profile)))
                        .toList());
        list(toml, "setup", environment.setup());
        if (!environment.ports().isEmpty()) {
            toml.append("ports = ").append(environment.ports()).append('\n');
        }
        packages(toml, environment.packages());
        if (!environment.setupNames().isEmpty() || !environment.names().isEmpty()) {
            toml.append("\n[network]\n");
            list(toml, "setup", environment.setupNames());
            list(toml, "always", environment.names());
        }
        limits(toml, environment.limits());
        if (!environment.variables().isEmpty()) {
            toml.append("\n[env]\n");
            environment.variables().forEach(each -> value(toml, each.name(), each.value()));
        }
        for (EnvironmentFile file : environment.files()) {
            toml.append("\n[[files]]\n");
            value(toml, "from", file.from());
            value(toml, "to", file.to());
        }
        return toml.toString();
    }

    private static String versioned(EnvironmentProfile profile, @Nullable String version) {
        return name(profile) + (version == null ? "" : "@" + version);
    }

    /// The name of a profile or a package manager in the file.
    static String name(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    private static void packages(StringBuilder toml, List<EnvironmentPackage> packages) {
        if (packages.isEmpty()) {
            return;
        }
        toml.append("\n[packages]\n");
        for (PackageManager manager : PackageManager.values()) {
            String equals = switch (manager) {
                case APT -> "=";
                case PIP -> "==";
                case NPM, CARGO -> "@";
            };
            list(
                    toml,
                    name(manager),
                    packages.stream()
                            .filter(each -> each.manager() == manager)
                            .map(each -> each.version() == null ? each.name() : each.name() + equals + each.version())
                            .toList());
        }
    }

    private static void limits(StringBuilder toml, EnvironmentLimits limits) {
        if (limits.equals(EnvironmentLimits.DEFAULT)) {
            return;
        }
        toml.append("\n[limits]\n");
        if (limits.memoryMiB() != null) {
            value(toml, "memory", limits.memoryMiB() + "M");
        }
        if (limits.cpus() != null) {
            toml.append("cpus = ").append(limits.cpus()).append('\n');
        }
        if (limits.diskMiB() != null) {
            value(toml, "disk", limits.diskMiB() + "M");
        }
    }

    private static void list(StringBuilder toml, String key, Collection<String> texts) {
        if (!texts.isEmpty()) {
            toml.append(key)
                    .append(" = ")
                    .append(texts.stream().map(TomlTable::quoted).collect(Collectors.joining(", ", "[", "]")))
                    .append('\n');
        }
    }

    private static void value(StringBuilder toml, String key, String text) {
        toml.append(key).append(" = ").append(TomlTable.quoted(text)).append('\n');
    }
}
