package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A folder that imitates the `/proc` and `/sys` of a host, with texts that a kernel 6.18 wrote.
public record FakeProc(Path root) {
    /// The status of an ordinary program of the user's session.
    public static final String FREE = """
            Name:	java
            Uid:	1000	1000	1000	1000
            CapEff:	0000000000000000
            NoNewPrivs:	0
            Seccomp:	0
            Seccomp_filters:	0
            """;

    /// The status of a QEMU that the launcher started.
    public static final String CONFINED = """
            Name:	qemu-system-x86
            Uid:	1000	1000	1000	1000
            CapEff:	0000000000000000
            NoNewPrivs:	1
            Seccomp:	2
            Seccomp_filters:	2
            """;

    /// The namespaces of the host itself.
    public static final Map<String, String> SHARED = Map.of(
            "user", "user:[4026531837]",
            "mnt", "mnt:[4026531832]",
            "net", "net:[4026531833]",
            "ipc", "ipc:[4026531839]",
            "uts", "uts:[4026531838]");

    /// The namespaces of a QEMU that the launcher started.
    public static final Map<String, String> APART = Map.of(
            "user", "user:[4026532176]",
            "mnt", "mnt:[4026532177]",
            "net", "net:[4026532180]",
            "ipc", "ipc:[4026532179]",
            "uts", "uts:[4026532178]");

    /// Adds a process, `self` for the host agent, in this control group.
    public FakeProc process(String pid, String status, Map<String, String> namespaces, String group)
            throws IOException {
        Path folder = Files.createDirectories(root.resolve("proc").resolve(pid));
        Files.writeString(folder.resolve("status"), status);
        Files.writeString(folder.resolve("cgroup"), "4:memory:/session\n0::" + group + "\n");
        Files.createDirectories(folder.resolve("ns"));
        for (Map.Entry<String, String> one : namespaces.entrySet()) {
            Path link = folder.resolve("ns").resolve(one.getKey());
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of(one.getValue()));
        }
        Files.writeString(
                Files.createDirectories(root.resolve("proc/self")).resolve("mountinfo"),
                "25 20 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        return this;
    }

    /// Adds a control group with these processes and limits.
    public FakeProc group(String name, String processes, String memory, String threads) throws IOException {
        Path folder = Files.createDirectories(root.resolve("sys/fs/cgroup").resolve(name));
        Files.writeString(folder.resolve("cgroup.procs"), processes);
        Files.writeString(folder.resolve("memory.max"), memory + "\n");
        Files.writeString(folder.resolve("pids.max"), threads + "\n");
        return this;
    }
}
