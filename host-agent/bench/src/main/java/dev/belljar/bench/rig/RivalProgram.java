package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Another program that runs a command isolated from the host: its name, and the command line that runs `true`
/// in it.
///
/// The first command line that works on this host is measured: the usual one, then those for hosts that are
/// containers themselves, where limits can only be lowered.
public record RivalProgram(String name, List<String> argv) {
    private static final String IMAGE = "localhost/belljar-bench";
    private static final List<String> LOWERED =
            List.of("--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024", IMAGE, "true");

    /// The names of all rivals.
    public static List<String> names() {
        return List.of("podman", "bwrap", "srt", "firejail");
    }

    /// Returns those of the wanted rivals that are installed and work on this host; reports why the others do
    /// not.
    public static List<RivalProgram> present(List<String> requested)
            throws AgentException, IOException, InterruptedException {
        List<RivalProgram> present = new ArrayList<>();
        for (String name : requested) {
            if (names().contains(name)) {
                find(name).ifPresentOrElse(present::add, () -> absent(name));
            }
        }
        return present;
    }

    /// Measures the time of `true` in milliseconds, `rounds` times after one that is not counted.
    public double[] rounds(int rounds) throws AgentException, IOException, InterruptedException {
        double[] millis = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            long begun = System.nanoTime();
            HostCommand.run(argv);
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
        }
        return millis;
    }

    private static Optional<RivalProgram> find(String name) throws AgentException, IOException, InterruptedException {
        if (!HostCommand.present(name) || (name.equals("podman") && !imported())) {
            return Optional.empty();
        }
        for (List<String> argv : ways(name)) {
            if (HostCommand.works(argv)) {
                return Optional.of(new RivalProgram(name, argv));
            }
        }
        return Optional.empty();
    }

    private static List<List<String>> ways(String name) {
        return switch (name) {
            case "podman" ->
                List.of(
                        List.of("podman", "run", "--rm", IMAGE, "true"),
                        joined(List.of("podman", "run", "--rm"), LOWERED),
                        joined(List.of("podman", "--runtime", "runc", "run", "--rm"), LOWERED));
            case "bwrap" ->
                List.of(List.of(
                        "bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "true"));
            case "srt" -> List.of(List.of("srt", "true"));
            default -> List.of(List.of("firejail", "--quiet", "--noprofile", "--net=none", "true"));
        };
    }

    private static List<String> joined(List<String> one, List<String> other) {
        List<String> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    /// Imports an image that contains only a static busybox, without a registry.
    private static boolean imported() throws AgentException, IOException, InterruptedException {
        if (HostCommand.works(List.of("podman", "image", "exists", IMAGE))) {
            return true;
        }
        Path busybox = Path.of("/bin/busybox");
        if (!Files.isExecutable(busybox)) {
            return false;
        }
        Path folder = Files.createTempDirectory("belljar-bench-image");
        try {
            Path bin = Files.createDirectories(folder.resolve("root/bin"));
            Files.copy(busybox, bin.resolve("busybox"));
            Files.createSymbolicLink(bin.resolve("true"), Path.of("busybox"));
            String tar = folder.resolve("root.tar").toString();
            HostCommand.run(List.of("tar", "-C", folder.resolve("root").toString(), "-cf", tar, "."));
            HostCommand.run(List.of("podman", "import", "--quiet", tar, IMAGE));
            return true;
        } finally {
            BenchMachine.removeAll(folder);
        }
    }

    private static void absent(String name) {
        System.err.println("bench: skipped " + name + ", which is not installed or does not work on this computer");
    }
}
