package dev.belljar.agent.tool;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.Trees;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Builds one version of Zellij from its crate into `VERSION/zellij` of a cache folder; one builder at a time on this
/// host, at low priority. The file appears whole or not at all.
///
/// The profile is the published one but for its link-time optimization, which takes longer than all the rest.
final class CrateBuild {
    /// How many crates 0.45.1 is made of, for the percents.
    private static final int CRATES = 358;

    private static final int LAST_WORDS = 12;
    /// The oldest cargo that can build it: 1.95, the crate's rust-version.
    private static final int LEAST_CARGO = 95;

    private static final Pattern CARGO = Pattern.compile("cargo 1\\.([0-9]{1,4})\\..*");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Path folder;
    private final String version;
    private final List<Path> path;

    CrateBuild(Path folder, String version, List<Path> path) {
        this.folder = folder;
        this.version = version;
        this.path = path;
    }

    /// Told how far it is.
    interface Progress {
        void at(int percent, String step);
    }

    /// Where the program is once it is built.
    Path file() {
        return folder.resolve(version).resolve("zellij");
    }

    /// True if there is a cargo to build it with.
    boolean possible() {
        return path.stream().anyMatch(place -> Files.isExecutable(place.resolve("cargo")));
    }

    /// Builds it, unless another builder did meanwhile.
    ///
    /// @throws ToolException when it cannot be; nothing half-built is left where it is looked for
    void run(Progress progress) throws ToolException, InterruptedException {
        if (!possible()) {
            throw ToolException.noCargo(version);
        }
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = alone(channel, progress)) {
                if (!Files.isExecutable(file())) {
                    requireCargo();
                    cargo(progress);
                }
            }
        } catch (IOException | CommandException e) {
            throw ToolException.notBuilt(String.valueOf(e.getMessage()));
        }
    }

    /// An older one would work for ten minutes and then fail.
    private void requireCargo() throws CommandException, ToolException, InterruptedException {
        String said =
                Command.of("cargo", "--version").timeout(PATIENCE).run().text().strip();
        Matcher version = CARGO.matcher(said);
        if (!version.matches() || Integer.parseInt(version.group(1)) < LEAST_CARGO) {
            throw ToolException.oldCargo(this.version, said);
        }
    }

    private static FileLock alone(FileChannel channel, Progress progress) throws IOException, InterruptedException {
        FileLock lock = channel.tryLock();
        while (lock == null) {
            progress.at(0, "Waits for another host agent that builds it");
            // A blocking lock would not be woken by an interrupt without closing the channel under us.
            Thread.sleep(500);
            lock = channel.tryLock();
        }
        return lock;
    }

    private void cargo(Progress progress) throws IOException, CommandException, ToolException, InterruptedException {
        Path root = folder.resolve("." + version + ".new");
        Trees.delete(root);
        Process process = Command.of(
                        "nice",
                        "-n",
                        "19",
                        "cargo",
                        "install",
                        "--locked",
                        "--version",
                        version,
                        "--root",
                        root.toString(),
                        "--target-dir",
                        root.resolve("target").toString(),
                        "zellij")
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "2")
                .env("CARGO_PROFILE_RELEASE_STRIP", "symbols")
                .startTied();
        try {
            Thread.ofVirtual().name("zellij-build-out").start(() -> drain(process));
            Deque<String> last = follow(process, progress);
            if (process.waitFor() != 0) {
                throw ToolException.notBuilt(String.join(" / ", last));
            }
            Files.createDirectories(file().getParent());
            Files.move(root.resolve("bin/zellij"), file(), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Command.killTied(process);
            Trees.delete(root);
        }
    }

    private static Deque<String> follow(Process process, Progress progress) throws IOException, InterruptedException {
        Deque<String> last = new ArrayDeque<>();
        Thread reader = Thread.ofVirtual().name("zellij-build-err").start(() -> read(process, last, progress));
        reader.join();
        return last;
    }

    private static void read(Process process, Deque<String> last, Progress progress) {
        int compiled = 0;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last.addLast(line.strip());
                if (last.size() > LAST_WORDS) {
                    last.removeFirst();
                }
                compiled += line.contains("Compiling ") ? 1 : 0;
                progress.at(Math.min(99, compiled * 100 / CRATES), line.strip());
            }
        } catch (IOException e) {
            // It was killed; its exit code says the rest.
        }
    }

    private static void drain(Process process) {
        try (Stream<String> lines = process.inputReader().lines()) {
            lines.forEach(line -> {});
        }
    }
}
