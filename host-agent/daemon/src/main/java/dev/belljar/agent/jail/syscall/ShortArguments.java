package dev.belljar.agent.jail.syscall;

import java.util.Map;
import java.util.Set;

/// The arguments of which the kernel reads only the lower 32 bits.
///
/// A program can set the other bits without any effect on the call: `ioctl(tty, TIOCSTI | 1L << 32)` is the
/// same call as without them. A condition that compared them would be got around that way.
final class ShortArguments {
    private static final Map<String, Set<Integer>> ARGUMENTS = Map.ofEntries(
            Map.entry("ioctl", Set.of(0, 1)),
            Map.entry("socket", Set.of(0, 1, 2)),
            Map.entry("socketpair", Set.of(0, 1, 2)),
            Map.entry("setsockopt", Set.of(0, 1, 2, 4)),
            Map.entry("getsockopt", Set.of(0, 1, 2)),
            Map.entry("prctl", Set.of(0)),
            Map.entry("arch_prctl", Set.of(0)),
            Map.entry("fcntl", Set.of(0, 1)),
            Map.entry("clone", Set.of(0)),
            Map.entry("personality", Set.of(0)),
            Map.entry("open", Set.of(1, 2)),
            Map.entry("openat", Set.of(0, 2, 3)),
            Map.entry("creat", Set.of(1)),
            Map.entry("seccomp", Set.of(0, 1)),
            Map.entry("setns", Set.of(0, 1)),
            Map.entry("keyctl", Set.of(0)),
            Map.entry("bpf", Set.of(0, 2)),
            Map.entry("madvise", Set.of(2)),
            Map.entry("futex", Set.of(1, 2)),
            Map.entry("kill", Set.of(0, 1)),
            Map.entry("tgkill", Set.of(0, 1, 2)),
            Map.entry("tkill", Set.of(0, 1)),
            Map.entry("shmat", Set.of(0, 2)),
            Map.entry("shmget", Set.of(0, 2)),
            Map.entry("dup2", Set.of(0, 1)),
            Map.entry("dup3", Set.of(0, 1, 2)),
            Map.entry("memfd_create", Set.of(1)),
            Map.entry("close_range", Set.of(0, 1, 2)),
            Map.entry("execveat", Set.of(0, 4)),
            Map.entry("pidfd_open", Set.of(0, 1)),
            Map.entry("io_uring_setup", Set.of(0)));

    private ShortArguments() {}

    static boolean contains(String syscall, int argument) {
        return ARGUMENTS.getOrDefault(syscall, Set.of()).contains(argument);
    }
}
