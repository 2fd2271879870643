package dev.belljar.agent.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What one program may access, and the layers that enforce it: a pure value from which the launcher's arguments
/// are made.
///
/// If the launcher cannot apply one of the layers, it does not run the program. The filter of system calls,
/// `no_new_privs`, no core file and no inherited descriptors are always part of it. `group` is the control group
/// of the program, null for that of the host agent.
public record Confinement(
        Layers layers,
        Paths paths,
        Map<String, Long> limits,
        boolean sockets,
        Map<String, String> variables,
        @Nullable ControlGroup group) {
    /// The layers: `view` means namespaces with their own file system, `landlock` is the least Landlock ABI, 0
    /// for none.
    public record Layers(
            boolean view, int landlock, @Nullable Identity identity) {
        /// All layers that work on this host, and this identity if programs can be given one.
        public static Layers of(ConfinementLayers measured, @Nullable Identity identity) {
            return new Layers(
                    measured.view(), measured.landlock(), measured.view() && measured.ownUser() ? identity : null);
        }
    }

    /// The user the program runs as, and the group of all such programs, which may read their shared files.
    public record Identity(long user, long group) {}

    /// The paths the program sees besides the system's programs and libraries; no other paths exist for it.
    public record Paths(List<Path> programs, List<Path> read, List<Path> write, List<Path> devices) {
        public Paths {
            programs = List.copyOf(programs);
            read = List.copyOf(read);
            write = List.copyOf(write);
            devices = List.copyOf(devices);
        }
    }

    public Confinement {
        limits = Map.copyOf(limits);
        variables = Map.copyOf(variables);
    }

    /// The command line that starts `program` through this launcher.
    public List<String> argv(Path launcher, List<String> program) {
        List<String> words = new ArrayList<>();
        words.add(launcher.toString());
        addLayers(words);
        addGroup(words);
        words.add("--system");
        addAll(words, "--run", paths.programs());
        addAll(words, "--ro", paths.read());
        addAll(words, "--rw", paths.write());
        addAll(words, "--dev", paths.devices());
        new TreeMap<>(limits).forEach((name, value) -> words.addAll(List.of("--limit", name + "=" + value)));
        new TreeMap<>(variables).forEach((name, value) -> words.addAll(List.of("--env", name + "=" + value)));
        if (sockets) {
            words.add("--sockets");
        }
        words.add("--");
        words.addAll(program);
        return List.copyOf(words);
    }

    private void addLayers(List<String> words) {
        if (layers.view()) {
            words.add("--namespaces");
        }
        if (layers.landlock() > 0) {
            words.addAll(List.of("--landlock", String.valueOf(layers.landlock())));
        }
        Identity identity = layers.identity();
        if (identity != null) {
            words.addAll(List.of("--user", String.valueOf(identity.user())));
            words.addAll(List.of("--group", String.valueOf(identity.group())));
        }
    }

    private void addGroup(List<String> words) {
        if (group != null) {
            words.addAll(List.of("--cgroup", group.folder().toString()));
            new TreeMap<>(group.limits())
                    .forEach((file, value) -> words.addAll(List.of("--cgroup-limit", file + "=" + value)));
        }
    }

    private static void addAll(List<String> words, String option, List<Path> paths) {
        for (Path path : paths) {
            words.addAll(List.of(option, path.toAbsolutePath().normalize().toString()));
        }
    }
}
