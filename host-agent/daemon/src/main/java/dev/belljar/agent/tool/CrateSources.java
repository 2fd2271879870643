package dev.belljar.agent.tool;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Fetches a crate with all its dependencies, so that it can be built without a network.
///
/// No downloaded code is run: cargo downloads and unpacks the crates, and checks them against the digests in the
/// crate's lock file. It uses the registry of the user's cargo settings, so that a mirror works, and a separate
/// download folder, so that the user's cache is not touched.
final class CrateSources {
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final int SAID = 64 << 10;

    private final Crate crate;
    private final RustToolchain rust;
    private final Path own;

    /// `own` is the user's cargo folder.
    CrateSources(Crate crate, RustToolchain rust, Path own) {
        this.crate = crate;
        this.rust = rust;
        this.own = own;
    }

    /// The user's cargo folder in this environment.
    static Path own(Map<String, String> environment) {
        String message = environment.getOrDefault("CARGO_HOME", "");
        return message.startsWith("/")
                ? Path.of(message)
                : Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".cargo");
    }

    /// Puts the crate into the subfolder `crate`, and its dependencies into `vendor`.
    ///
    /// @throws ToolException when they cannot be downloaded
    void fetch(Path folder) throws IOException, ToolException, InterruptedException {
        Path home = Files.createDirectory(folder.resolve("cargo"));
        Path credentials = own.resolve("credentials.toml");
        if (Files.isReadable(credentials)) {
            Files.createSymbolicLink(home.resolve("credentials.toml"), credentials);
        }
        try {
            run(folder, "info", "--quiet", "--registry", "crates-io", crate.name() + "@" + crate.version());
            Files.move(unpacked(home), folder.resolve("crate"));
            Path vendor = Files.createDirectory(folder.resolve("vendor"));
            String manifest = folder.resolve("crate/Cargo.toml").toString();
            run(
                    folder,
                    "vendor",
                    "--quiet",
                    "--locked",
                    "--versioned-dirs",
                    "--respect-source-config",
                    "--manifest-path",
                    manifest,
                    vendor.toString());
        } catch (CommandException e) {
            throw ToolException.notFetched(crate, String.valueOf(e.getMessage()));
        } finally {
            FileTrees.delete(home);
        }
    }

    private void run(Path folder, String... words) throws CommandException, InterruptedException {
        List<String> argv =
                new ArrayList<>(List.of("nice", "-n", "19", rust.cargo().toString()));
        for (String name : List.of("config.toml", "config")) {
            if (Files.isReadable(own.resolve(name))) {
                argv.addAll(List.of("--config", own.resolve(name).toString()));
                break;
            }
        }
        argv.addAll(List.of(words));
        Command.of(argv)
                .in(folder)
                .env("CARGO_HOME", folder.resolve("cargo").toString())
                .env("CARGO_TERM_COLOR", "never")
                .timeout(PATIENCE)
                .env(rust.variables(rust.folder()))
                .keep(SAID)
                .check();
    }

    /// The folder in which cargo unpacked the crate, which is named after the registry.
    private Path unpacked(Path home) throws IOException, ToolException {
        try (Stream<Path> registries = Files.list(home.resolve("registry/src"))) {
            return registries
                    .map(registry -> registry.resolve(crate.name() + "-" + crate.version()))
                    .filter(Files::isDirectory)
                    .findFirst()
                    .orElseThrow(() -> ToolException.notFetched(crate, "the registry returned a different version"));
        }
    }
}
