package dev.belljar.client.bench;

import dev.belljar.client.AgentException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The words by which the launcher confines a program, as the host agent writes them for QEMU and for git.
record ConfinedCommandLine(Path build, Layers layers) {
    /// The user of machines that are only measured: none else has it.
    private static final String USER = "1879048193";
    private static final String GROUP = "1879048192";

    /// What holds on this host, as the launcher says it of itself.
    record Layers(
            boolean noNewPrivileges,
            boolean userNamespace,
            boolean view,
            int landlock,
            boolean filter,
            boolean ownUser,
            boolean cgroup,
            boolean root) {}

    /// The folders and files a machine has.
    record MachinePaths(List<Path> read, List<Path> write, List<Path> devices, Path ram, long mostBytes) {}

    /// By the launcher of this installation, under the layers this host allows.
    static ConfinedCommandLine of(Path home) throws AgentException, IOException, InterruptedException {
        Path build = home.toAbsolutePath().normalize().resolve("host-agent/confine/build");
        String said = HostCommand.run(
                List.of(build.resolve("belljar-confine").toString(), "--probe", "--user", USER, "--group", GROUP));
        try {
            return new ConfinedCommandLine(build, ContractJson.readStrict(said, Layers.class));
        } catch (JsonFault e) {
            throw BenchMachine.failed("belljar-confine --probe: " + said.strip());
        }
    }

    /// This program in the place of a machine's QEMU.
    List<String> machine(MachinePaths paths, List<String> program) {
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

    /// This git, which reads this repository and writes nothing.
    List<String> git(Path repository, List<Path> devices, List<String> program) {
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
