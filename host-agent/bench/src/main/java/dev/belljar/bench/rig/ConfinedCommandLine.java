package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Builds the launcher's command line that confines a program, as the host agent does for QEMU and git.
public record ConfinedCommandLine(Path build, ReportedLayers layers) {
    /// A user id for measured machines that no other process uses.
    private static final String USER = "1879048193";
    private static final String GROUP = "1879048192";

    /// The confinement layers of this host, as the launcher reports them.
    public record ReportedLayers(
            boolean noNewPrivileges,
            boolean userNamespace,
            boolean view,
            int landlock,
            boolean filter,
            boolean ownUser,
            boolean cgroup,
            boolean root) {}

    /// The folders and files of a machine.
    public record MachinePaths(List<Path> read, List<Path> write, List<Path> devices, Path ram, long mostBytes) {}

    /// Uses the launcher of this installation, with the layers that this host supports.
    public static ConfinedCommandLine of(Path home) throws AgentException, IOException, InterruptedException {
        Path build = home.toAbsolutePath().normalize().resolve("host-agent/confine/build");
        String said = HostCommand.run(
                List.of(build.resolve("belljar-confine").toString(), "--probe", "--user", USER, "--group", GROUP));
        try {
            return new ConfinedCommandLine(build, ContractJson.readStrict(said, ReportedLayers.class));
        } catch (JsonFault e) {
            throw BenchMachine.failed("belljar-confine --probe: " + said.strip());
        }
    }

    /// The command line that confines this program like a machine's QEMU.
    public List<String> machine(MachinePaths paths, List<String> program) {
        List<String> words = begun();
        if (layers.view() && layers.ownUser()) {
            words.addAll(List.of("--user", USER, "--group", GROUP));
        }
        words.add("--system");
        Path library = build.resolve("belljar-private.so");
        addAll(words, "--run", List.of(library));
        addAll(words, "--ro", paths.read());
        addAll(words, "--rw", paths.write());
        addAll(words, "--dev", paths.devices());
        words.addAll(List.of("--limit", "fsize=" + paths.mostBytes(), "--limit", "nofile=1024"));
        if (layers.view() && layers.ownUser()) {
            words.addAll(List.of("--limit", "nproc=512"));
        }
        words.addAll(List.of("--env", "BELLJAR_PRIVATE=" + paths.ram(), "--env", "LD_PRELOAD=" + library, "--sockets"));
        return ended(words, program);
    }

    /// The command line of a confined git that reads this repository and writes nothing.
    public List<String> git(Path repository, List<Path> devices, List<String> program) {
        List<String> words = begun();
        words.add("--system");
        addAll(words, "--ro", List.of(repository));
        addAll(words, "--dev", devices);
        words.addAll(List.of("--limit", "as=3221225472", "--limit", "nofile=1024"));
        return ended(words, program);
    }

    private List<String> begun() {
        List<String> words =
                new ArrayList<>(List.of(build.resolve("belljar-confine").toString()));
        if (layers.view()) {
            words.add("--namespaces");
        }
        if (layers.landlock() > 0) {
            words.addAll(List.of("--landlock", String.valueOf(layers.landlock())));
        }
        return words;
    }

    private static List<String> ended(List<String> words, List<String> program) {
        words.add("--");
        words.addAll(program);
        return List.copyOf(words);
    }

    private static void addAll(List<String> words, String option, List<Path> paths) {
        paths.forEach(path -> words.addAll(List.of(option, path.toString())));
    }
}
