package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The programs that listen on TCP ports of the host's loopback interface, as `/proc` shows them; read again after a
/// while.
///
/// A port counts as one of Belljar's own if the host agent or a program that it started listens there, on any address.
/// If that cannot be found out, it counts as one, too.
///
/// Safe for several threads.
public final class HostListeners {
    private static final long KEPT_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long NAMES_KEPT_NANOS = Duration.ofSeconds(5).toNanos();
    private static final String LISTENING = "0A";
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final List<String> LOCAL = List.of(
            "0100007F",
            "00000000",
            "0".repeat(32),
            "0000000000000000FFFF00000100007F",
            "0000000000000000FFFF000000000000");

    private final Path proc;
    private final Supplier<Collection<Long>> own;
    private @Nullable PortOwners owners;
    private @Nullable Map<String, String> programs;
    private long readAt;
    private long namesReadAt;

    /// The sockets that listen on each port, by their inodes; `reached` are those that a connection to the loopback
    /// address can reach. `owned` are the inodes of Belljar's own processes, null if they are not all known.
    private record PortOwners(
            Map<Integer, Set<String>> all,
            Map<Integer, Set<String>> reached,
            @Nullable Set<String> owned) {}

    /// The listeners of this host.
    public HostListeners() {
        this(
                Path.of("/proc"),
                () -> Stream.concat(
                                Stream.of(ProcessHandle.current()),
                                ProcessHandle.current().descendants())
                        .map(ProcessHandle::pid)
                        .toList());
    }

    /// Reads below `proc`; `own` lists the ids of Belljar's own processes.
    HostListeners(Path proc, Supplier<Collection<Long>> own) {
        this.proc = proc;
        this.own = own;
    }

    /// Whether the port is one of Belljar's own.
    public synchronized boolean own(int port) {
        PortOwners now = owners();
        if (now == null) {
            return true;
        }
        Set<String> listening = now.all().getOrDefault(port, Set.of());
        Set<String> owned = now.owned();
        return owned == null ? !listening.isEmpty() : listening.stream().anyMatch(owned::contains);
    }

    /// The program that listens on the port and its process id, such as "postgres (pid 812)"; null if none does or
    /// it belongs to another user.
    public synchronized @Nullable String program(int port) {
        PortOwners now = owners();
        if (now == null) {
            return null;
        }
        Map<String, String> known = programs;
        if (known == null || System.nanoTime() - namesReadAt > NAMES_KEPT_NANOS) {
            known = readPrograms();
            programs = known;
            namesReadAt = System.nanoTime();
        }
        for (String inode : now.reached().getOrDefault(port, Set.of())) {
            String program = known.get(inode);
            if (program != null) {
                return program;
            }
        }
        return null;
    }

    private @Nullable PortOwners owners() {
        if (owners == null || System.nanoTime() - readAt > KEPT_NANOS) {
            owners = read();
            readAt = System.nanoTime();
        }
        return owners;
    }

    private @Nullable PortOwners read() {
        try {
            Map<Integer, Set<String>> all = new HashMap<>();
            Map<Integer, Set<String>> reached = new HashMap<>();
            take(proc.resolve("net/tcp"), all, reached);
            if (Files.exists(proc.resolve("net/tcp6"))) {
                take(proc.resolve("net/tcp6"), all, reached);
            }
            return new PortOwners(all, reached, owned());
        } catch (IOException e) {
            return null;
        }
    }

    private static void take(Path table, Map<Integer, Set<String>> all, Map<Integer, Set<String>> reached)
            throws IOException {
        for (String line : Files.readAllLines(table, StandardCharsets.ISO_8859_1)) {
            String[] fields = line.strip().split("\\s+");
            int colon = fields.length > INODE ? fields[1].indexOf(':') : -1;
            if (colon < 0 || !fields[STATE].equals(LISTENING)) {
                continue;
            }
            int port = Integer.parseInt(fields[1].substring(colon + 1), 16);
            all.computeIfAbsent(port, _ -> new HashSet<>()).add(fields[INODE]);
            if (LOCAL.contains(fields[1].substring(0, colon).toUpperCase(Locale.ROOT))) {
                reached.computeIfAbsent(port, _ -> new HashSet<>()).add(fields[INODE]);
            }
        }
    }

    private @Nullable Set<String> owned() {
        Set<String> owned = new HashSet<>();
        for (long pid : own.get()) {
            try {
                owned.addAll(sockets(proc.resolve(Long.toString(pid))));
            } catch (IOException e) {
                if (Files.exists(proc.resolve(Long.toString(pid)))) {
                    return null;
                }
            }
        }
        return owned;
    }

    private Map<String, String> readPrograms() {
        Map<String, String> found = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : all) {
                try {
                    String name = Files.readString(process.resolve("comm"), StandardCharsets.UTF_8)
                            .strip();
                    String words = "%s (pid %s)".formatted(name, process.getFileName());
                    sockets(process).forEach(inode -> found.putIfAbsent(inode, words));
                } catch (IOException e) {
                    // It has ended, or belongs to another user.
                }
            }
        } catch (IOException e) {
            return found;
        }
        return found;
    }

    private static Set<String> sockets(Path process) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : open) {
                String target = target(descriptor);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    // A descriptor may be closed meanwhile.
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
