package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The confinement of a running program as the kernel reports it: read from its `/proc`, and compared with this
/// process.
///
/// `filters` is the number of its system call filters, `apart` the kinds of namespaces that it does not share
/// with the host agent, `bounds` the limits of its control group, null if it has no group of its own with
/// limits.
public record ProcessConfinement(
        boolean noNewPrivileges,
        int filters,
        boolean capable,
        boolean sameUser,
        Set<String> apart,
        @Nullable Bounds bounds) {
    private static final Set<String> KINDS = Set.of("user", "mnt", "net", "ipc", "uts");

    /// How many bytes of memory and how many threads a control group allows.
    public record Bounds(long memory, long threads) {}

    public ProcessConfinement {
        apart = Set.copyOf(apart);
    }

    /// The confinement of this process; empty if it has ended or may not be inspected.
    public static Optional<ProcessConfinement> of(long pid) {
        return of(Path.of("/"), pid);
    }

    /// The confinement of a process on a host whose `/proc` and `/sys` are under this folder.
    public static Optional<ProcessConfinement> of(Path root, long pid) {
        String process = String.valueOf(pid);
        Path proc = root.resolve("proc");
        try {
            Map<String, String> own = status(proc.resolve("self/status"));
            Map<String, String> its = status(proc.resolve(process).resolve("status"));
            Set<String> apart = new TreeSet<>();
            for (String kind : KINDS) {
                Path ours = Files.readSymbolicLink(proc.resolve("self/ns").resolve(kind));
                if (!Files.readSymbolicLink(proc.resolve(process).resolve("ns").resolve(kind))
                        .equals(ours)) {
                    apart.add(kind);
                }
            }
            return Optional.of(new ProcessConfinement(
                    its.getOrDefault("NoNewPrivs", "0").equals("1"),
                    filters(its),
                    Long.parseUnsignedLong(its.getOrDefault("CapEff", "1"), 16) != 0,
                    its.getOrDefault("Uid", "").equals(own.getOrDefault("Uid", "")),
                    apart,
                    bounds(root, process)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    // Kernels before 5.9 report only that there is a filter.
    private static int filters(Map<String, String> status) {
        String filtered = status.getOrDefault("Seccomp", "0");
        return filtered.equals("2") ? Integer.parseInt(status.getOrDefault("Seccomp_filters", "1")) : 0;
    }

    // A group with other processes too, such as that of the user's whole session, is not its own.
    private static @Nullable Bounds bounds(Path root, String process) throws IOException {
        Optional<Path> group = ControlGroupPath.of(root, process);
        if (group.isEmpty() || !text(group.get(), "cgroup.procs").equals(process)) {
            return null;
        }
        String memory = text(group.get(), "memory.max");
        String threads = text(group.get(), "pids.max");
        return memory.equals("max") || threads.equals("max")
                ? null
                : new Bounds(Long.parseLong(memory), Long.parseLong(threads));
    }

    private static String text(Path group, String file) throws IOException {
        Path path = group.resolve(file);
        return Files.exists(path)
                ? Files.readString(path, StandardCharsets.US_ASCII).strip()
                : "max";
    }

    private static Map<String, String> status(Path file) throws IOException {
        Map<String, String> fields = new HashMap<>();
        Files.readString(file, StandardCharsets.ISO_8859_1).lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        });
        return fields;
    }
}
