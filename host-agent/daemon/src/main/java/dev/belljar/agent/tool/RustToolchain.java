package dev.belljar.agent.tool;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The Rust toolchain of this host: the folder with cargo, compiler and libraries, which can be copied into a
/// machine.
///
/// No Debian release has a new enough one. Files are only copied into the machine, never back into this folder.
record RustToolchain(Path folder) {
    private static final Pattern CARGO = Pattern.compile("cargo 1\\.([0-9]{1,4})\\..*");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String TARGET = "lib/rustlib/x86_64-unknown-linux-gnu";

    /// True if this path has a cargo.
    static boolean possible(List<Path> path) {
        return new SearchPath(path).find("cargo").isPresent();
    }

    /// Requires a cargo that can build this crate. An older one would fail after ten minutes.
    ///
    /// @throws ToolException when there is none, or an older one
    static void requireCargo(Crate crate, List<Path> path, Path in)
            throws ToolException, CommandException, InterruptedException {
        Path cargo = new SearchPath(path).find("cargo").orElseThrow(() -> ToolException.noCargo(crate));
        String said = said(in, cargo.toString(), "--version");
        Matcher version = CARGO.matcher(said);
        if (!version.matches() || Integer.parseInt(version.group(1)) < crate.cargo()) {
            throw ToolException.oldCargo(crate, said);
        }
    }

    /// The toolchain of this host's cargo, queried in a folder where no project selects another.
    ///
    /// @throws ToolException when it has no separate folder, like the toolchain of a distribution
    static RustToolchain find(Crate crate, List<Path> path, Path in)
            throws ToolException, CommandException, InterruptedException {
        Path rustc = new SearchPath(path).find("rustc").orElseThrow(() -> ToolException.noCargo(crate));
        String said = said(in, rustc.toString(), "--print", "sysroot");
        Path folder = Path.of(said.isEmpty() ? "/" : said);
        boolean whole = Files.isExecutable(folder.resolve("bin/cargo"))
                && Files.isExecutable(folder.resolve("bin/rustc"))
                && Files.isDirectory(folder.resolve(TARGET));
        // The toolchain of a distribution is spread over /usr and depends on the libraries there.
        if (!whole || (folder.startsWith("/usr") && !folder.startsWith("/usr/local"))) {
            throw ToolException.noToolchain(crate, folder);
        }
        return new RustToolchain(folder);
    }

    /// The cargo of the toolchain.
    Path cargo() {
        return folder.resolve("bin/cargo");
    }

    /// The files needed to build programs for x86-64 Linux, relative to the folder: without documentation,
    /// sources, other targets.
    List<String> members() throws IOException {
        List<String> members = new ArrayList<>(List.of("bin/cargo", "bin/rustc", TARGET));
        try (Stream<Path> libraries = Files.list(folder.resolve("lib"))) {
            libraries
                    .filter(Files::isRegularFile)
                    .map(library -> "lib/" + library.getFileName())
                    .sorted()
                    .forEach(members::add);
        }
        return members;
    }

    private static String said(Path in, String... words) throws CommandException, InterruptedException {
        return Command.of(words)
                .in(in)
                .timeout(PATIENCE)
                .keep(4_096)
                .run()
                .text()
                .strip();
    }
}
