package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.ConfinedCommandLine;
import dev.belljar.bench.rig.ConfinedCommandLine.MachinePaths;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Measures `confine.start` and `confine.git`: a trivial program started like QEMU, and a git command that reads
/// a repository, each with and without the launcher. The order within pairs alternates, and `….added` is the
/// time that the launcher adds in each pair.
public final class ConfinementCost implements Benchmark {
    private static final int WARM_UP = 5;
    private static final int ROUNDS = 150;
    private static final long MOST_BYTES = 10L << 30;
    private static final List<Path> DEVICES = List.of(Path.of("/dev/null"), Path.of("/dev/urandom"));

    @Override
    public String group() {
        return "confine";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        String home = System.getenv("BELLJAR_HOME");
        if (home == null) {
            throw BenchMachine.failed(
                    "BELLJAR_HOME is not set: the benchmark group `confine` needs an installation or" + " a checkout");
        }
        ConfinedCommandLine words = ConfinedCommandLine.of(Path.of(home));
        // Not below /tmp, which the launcher hides in its mount namespace.
        Path folder = Files.createTempDirectory(Path.of("/var/tmp"), "bj-confine");
        try {
            List<String> program = List.of("/bin/true");
            tell("confine.start", program, words.machine(machine(folder), program), report);
            Path repository = repository(folder);
            List<String> git = List.of("git", "--git-dir=" + repository, "rev-list", "--all", "--objects");
            tell("confine.git", git, words.git(repository, DEVICES, git), report);
        } finally {
            BenchMachine.removeAll(folder);
        }
    }

    private static void tell(String name, List<String> free, List<String> confined, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        double[] without = new double[ROUNDS];
        double[] with = new double[ROUNDS];
        double[] added = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            int at = Math.max(0, round);
            if (round % 2 == 0) {
                without[at] = took(free);
                with[at] = took(confined);
            } else {
                with[at] = took(confined);
                without[at] = took(free);
            }
            added[at] = with[at] - without[at];
        }
        report.accept(BenchmarkFigure.of(name, "ms", with).against("without", without));
        report.accept(BenchmarkFigure.of(name + ".added", "ms", added));
    }

    private static double took(List<String> words) throws AgentException, IOException, InterruptedException {
        long begun = System.nanoTime();
        String _ = HostCommand.run(words);
        return (System.nanoTime() - begun) / 1e6;
    }

    // As many paths as a machine on one layer has.
    private static MachinePaths machine(Path folder) throws IOException {
        List<Path> read = new ArrayList<>();
        for (String name : List.of("vmlinux", "initrd", "base.erofs", "ram", "layer.qcow2")) {
            read.add(Files.writeString(folder.resolve(name), name));
        }
        Path disk = Files.createDirectory(folder.resolve("qemu"));
        Files.writeString(disk.resolve("live.qcow2"), "disk");
        Path sockets = Files.createDirectory(folder.resolve("run"));
        return new MachinePaths(read, List.of(disk, sockets), DEVICES, folder.resolve("ram"), MOST_BYTES);
    }

    private static Path repository(Path folder) throws AgentException, IOException, InterruptedException {
        Path repository = folder.resolve("one.git");
        String git = "--git-dir=" + repository;
        HostCommand.run(List.of("git", git, "init", "-q", "--bare"));
        Path file = Files.writeString(folder.resolve("file"), "one file\n");
        String blob = HostCommand.run(List.of("git", git, "hash-object", "-w", file.toString()))
                .strip();
        HostCommand.run(List.of("git", git, "update-ref", "refs/heads/main", commit(git, blob)));
        return repository;
    }

    private static String commit(String git, String blob) throws AgentException, IOException, InterruptedException {
        HostCommand.run(List.of("git", git, "update-index", "--add", "--cacheinfo", "100644," + blob + ",file"));
        String tree = HostCommand.run(List.of("git", git, "write-tree")).strip();
        return HostCommand.run(List.of(
                        "git",
                        git,
                        "-c",
                        "user.name=bench",
                        "-c",
                        "user.email=bench@localhost",
                        "commit-tree",
                        "-m",
                        "one",
                        tree))
                .strip();
    }
}
