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
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Rust toolchain on this host: the folder with cargo, compiler and libraries, which can be copied into a machine.
/// `libraries` is the subfolder in which they find their shared libraries; null if they find them by themselves.
///
/// Files are only copied into the machine, never back into this folder.
record RustToolchain(Path folder, @Nullable String libraries) {
    private static final Pattern CARGO = Pattern.compile("cargo 1\\.([0-9]{1,4})\\..*");
    private static final Logger LOG = LoggerFactory.getLogger(RustToolchain.class);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String TARGET = "lib/rustlib/x86_64-unknown-linux-gnu";
    private static final String DEBIAN_LIBRARIES = "lib/x86_64-linux-gnu";

    /// Requires a cargo on this path that can build this crate. An older one would fail after ten minutes.
    ///
    /// @throws ToolException when there is none, or an older one
    static void requireCargo(Crate crate, List<Path> path, Path in)
            throws ToolException, CommandException, InterruptedException {
        Path cargo = new SearchPath(path).find("cargo").orElseThrow(() -> ToolException.noCargo(crate));
        requireNew(crate, said(in, Map.of(), cargo.toString(), "--version"));
    }

    /// The toolchain of the user's cargo, queried in a folder where no project selects another; empty if there is
    /// none, if it is too old, if it has no separate folder, or if it cannot be started or does not answer.
    static Optional<RustToolchain> ofUser(Crate crate, List<Path> path, Path in) throws InterruptedException {
        Path rustc = new SearchPath(path).find("rustc").orElse(null);
        if (rustc == null) {
            return Optional.empty();
        }
        try {
            String root = said(in, Map.of(), rustc.toString(), "--print", "sysroot");
            RustToolchain found = new RustToolchain(Path.of(root.isEmpty() ? "/" : root), null);
            // The toolchain of a distribution is spread over /usr and depends on the libraries there.
            boolean spread = found.folder.startsWith("/usr") && !found.folder.startsWith("/usr/local");
            boolean usable = found.whole() && !spread && fits(crate, found.version(in));
            return usable ? Optional.of(found) : Optional.empty();
        } catch (CommandException e) {
            LOG.warn("the Rust of the user cannot be used", e);
            return Optional.empty();
        }
    }

    /// Debian's toolchain, unpacked into this empty folder.
    ///
    /// @throws ToolException when it cannot be downloaded, or is too old
    static RustToolchain ofDebian(Crate crate, DebianRust debian, Path folder)
            throws ToolException, CommandException, InterruptedException {
        debian.unpack(crate, folder);
        RustToolchain found = new RustToolchain(folder, DEBIAN_LIBRARIES);
        if (!found.whole()) {
            throw ToolException.notBuilt(crate, "Debian's Rust packages do not contain the expected files");
        }
        requireNew(crate, found.version(folder));
        return found;
    }

    private static void requireNew(Crate crate, String said) throws ToolException {
        if (!fits(crate, said)) {
            throw ToolException.oldCargo(crate, said);
        }
    }

    private static boolean fits(Crate crate, String said) {
        Matcher version = CARGO.matcher(said);
        return version.matches() && Integer.parseInt(version.group(1)) >= crate.cargo();
    }

    private boolean whole() {
        return Files.isExecutable(cargo())
                && Files.isExecutable(folder.resolve("bin/rustc"))
                && Files.isDirectory(folder.resolve(TARGET));
    }

    private String version(Path in) throws CommandException, InterruptedException {
        return said(in, variables(folder), cargo().toString(), "--version");
    }

    /// The cargo of the toolchain.
    Path cargo() {
        return folder.resolve("bin/cargo");
    }

    /// The environment variables that its programs need when the toolchain is in this folder, here or in a machine.
    /// Its cargo asks its rustc even for a download, and would look for one on the PATH.
    Map<String, String> variables(Path at) {
        return libraries == null
                ? Map.of()
                : Map.of(
                        "LD_LIBRARY_PATH",
                        at.resolve(libraries).toString(),
                        "RUSTC",
                        at.resolve("bin/rustc").toString());
    }

    /// The files needed to build programs for x86-64 Linux, relative to the folder: without documentation,
    /// sources, other targets.
    List<String> members() throws IOException {
        List<String> members = new ArrayList<>(List.of("bin/cargo", "bin/rustc", TARGET));
        if (libraries != null) {
            members.add(libraries);
        }
        try (Stream<Path> files = Files.list(folder.resolve("lib"))) {
            files.filter(Files::isRegularFile)
                    .map(library -> "lib/" + library.getFileName())
                    .sorted()
                    .forEach(members::add);
        }
        return members;
    }

    private static String said(Path in, Map<String, String> variables, String... words)
            throws CommandException, InterruptedException {
        return Command.of(words)
                .in(in)
                .env(variables)
                .timeout(PATIENCE)
                .keep(4_096)
                .run()
                .text()
                .strip();
    }
}
