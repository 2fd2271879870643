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

/// The Rust of this host: the folder with its cargo, compiler and libraries, which a machine can be given a copy of.
///
/// No Debian has one that is new enough. The copy goes one way: nothing comes back from a machine into this folder.
record RustToolchain(Path folder) {
    private static final Pattern CARGO = Pattern.compile("cargo 1\\.([0-9]{1,4})\\..*");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String TARGET = "lib/rustlib/x86_64-unknown-linux-gnu";

    /// True if there is a cargo on this path.
    static boolean possible(List<Path> path) {
        return new SearchPath(path).find("cargo").isPresent();
    }

    /// Requires a cargo that can build this crate. An older one would work for ten minutes and then fail.
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

    /// The toolchain behind the cargo of this host, asked in a folder where no project chooses another.
    ///
    /// @throws ToolException when it does not lie in a folder of its own, as that of a distribution does not
    static RustToolchain find(Crate crate, List<Path> path, Path in)
            throws ToolException, CommandException, InterruptedException {
        Path rustc = new SearchPath(path).find("rustc").orElseThrow(() -> ToolException.noCargo(crate));
        String said = said(in, rustc.toString(), "--print", "sysroot");
        Path folder = Path.of(said.isEmpty() ? "/" : said);
        boolean whole = Files.isExecutable(folder.resolve("bin/cargo"))
                && Files.isExecutable(folder.resolve("bin/rustc"))
                && Files.isDirectory(folder.resolve(TARGET));
        // One of a distribution lies among everything else in /usr, and is made for the libraries there.
        if (!whole || (folder.startsWith("/usr") && !folder.startsWith("/usr/local"))) {
            throw ToolException.noToolchain(crate, folder);
        }
        return new RustToolchain(folder);
    }

    /// Its cargo.
    Path cargo() {
        return folder.resolve("bin/cargo");
    }

    /// What of it builds programs for x86-64 Linux, relative to its folder: no documentation, sources, other targets.
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
