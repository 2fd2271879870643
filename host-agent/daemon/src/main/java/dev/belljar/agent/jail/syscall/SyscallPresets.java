package dev.belljar.agent.jail.syscall;

import static dev.belljar.contract.jail.ArgumentOperator.ANY_BIT;
import static dev.belljar.contract.jail.ArgumentOperator.EQUAL;
import static dev.belljar.contract.jail.ArgumentOperator.NOT_EQUAL;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.ArgumentOperator;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallPreset;
import dev.belljar.contract.jail.SyscallRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Predefined rules, which decide before those of a policy.
public final class SyscallPresets {
    private static final SyscallAction EPERM = SyscallAction.error(1);
    private static final SyscallAction ENOSYS = SyscallAction.error(38);

    /// The flags of `clone` and `unshare` that create namespaces, time namespaces (which only `unshare` has)
    /// included.
    private static final long NEW_NAMESPACES = 0x7e02_0000L;
    private static final long NEW_TIME_NAMESPACE = 0x80;
    private static final long PROT_WRITE = 2;
    private static final long PROT_EXEC = 4;
    private static final long SHM_EXEC = 0x8000;
    private static final long SET_MODE_FILTER = 1;
    private static final long NEW_LISTENER = 8;
    private static final long AF_UNIX = 1;
    private static final long AF_VSOCK = 40;
    private static final long TIOCSTI = 0x5412;
    private static final long TIOCLINUX = 0x541c;

    /// What no jail needs and attacks on kernels use.
    private static final List<String> DANGEROUS = List.of(
            "acct",
            "add_key",
            "bpf",
            "delete_module",
            "fanotify_init",
            "finit_module",
            "init_module",
            "ioperm",
            "iopl",
            "kexec_file_load",
            "kexec_load",
            "keyctl",
            "lookup_dcookie",
            "name_to_handle_at",
            "open_by_handle_at",
            "perf_event_open",
            "quotactl",
            "quotactl_fd",
            "reboot",
            "request_key",
            "swapoff",
            "swapon",
            "syslog",
            "uselib",
            "userfaultfd",
            "vhangup",
            "settimeofday",
            "clock_settime",
            "clock_adjtime",
            "adjtimex",
            "sethostname",
            "setdomainname",
            "nfsservctl",
            "_sysctl",
            "lsm_set_self_attr");
    private static final List<String> RINGS = List.of("io_uring_enter", "io_uring_register", "io_uring_setup");
    private static final List<String> MOUNTS = List.of(
            "mount",
            "umount2",
            "pivot_root",
            "chroot",
            "open_tree",
            "open_tree_attr",
            "move_mount",
            "fsopen",
            "fsconfig",
            "fsmount",
            "fspick",
            "mount_setattr");
    private static final List<String> DEBUGGING =
            List.of("ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "process_madvise");

    /// What is held until the warden has looked at it.
    static final Set<String> HELD = Set.of("open", "openat", "openat2", "creat", "execve", "execveat");

    private SyscallPresets() {}

    /// The policies of a jail, all of which must permit a system call: those of the user, then one with the
    /// rules of every jail and of the presets; with `hold`, this one asks the warden about opening and
    /// executing files.
    public static List<SyscallPolicy> jail(
            List<SyscallPolicy> policies, Collection<SyscallPreset> presets, boolean hold) {
        List<SyscallRule> rules = new ArrayList<>(base());
        presets.stream().sorted().distinct().forEach(preset -> rules.addAll(rules(preset)));
        SyscallPolicy every = new SyscallPolicy(rules, SyscallAction.ALLOW);
        List<SyscallPolicy> all = new ArrayList<>(policies);
        all.add(hold ? held(every) : every);
        return all;
    }

    /// The rules of every jail.
    static List<SyscallRule> base() {
        List<SyscallRule> rules = new ArrayList<>();
        DANGEROUS.forEach(name -> rules.add(new SyscallRule(name, EPERM)));
        // Programs that can do without a ring try it and go on if it is missing.
        RINGS.forEach(name -> rules.add(new SyscallRule(name, ENOSYS)));
        // Its flags are in memory, where a filter cannot see them; C libraries use `clone` instead.
        rules.add(new SyscallRule("clone3", ENOSYS));
        rules.add(new SyscallRule(
                "ioctl", List.of(List.of(is(1, EQUAL, TIOCSTI)), List.of(is(1, EQUAL, TIOCLINUX))), EPERM));
        rules.add(when("seccomp", EPERM, List.of(is(0, EQUAL, SET_MODE_FILTER), is(1, ANY_BIT, NEW_LISTENER))));
        // It reaches the host from a machine, whatever the network namespace.
        rules.add(when("socket", EPERM, List.of(is(0, EQUAL, AF_VSOCK))));
        return rules;
    }

    /// The rules of a preset.
    public static List<SyscallRule> rules(SyscallPreset preset) {
        return switch (preset) {
            case NO_NETWORK ->
                Stream.of("socket", "socketpair")
                        .map(name -> when(name, EPERM, List.of(is(0, NOT_EQUAL, AF_UNIX))))
                        .toList();
            case NO_NEW_NAMESPACES -> namespaces();
            case NO_WRITE_EXECUTE ->
                List.of(
                        when("mmap", EPERM, List.of(is(2, ANY_BIT, PROT_WRITE), is(2, ANY_BIT, PROT_EXEC))),
                        when("mprotect", EPERM, List.of(is(2, ANY_BIT, PROT_EXEC))),
                        when("pkey_mprotect", EPERM, List.of(is(2, ANY_BIT, PROT_EXEC))),
                        when("shmat", EPERM, List.of(is(2, ANY_BIT, SHM_EXEC))));
            case NO_DEBUGGING ->
                DEBUGGING.stream().map(name -> new SyscallRule(name, EPERM)).toList();
        };
    }

    private static List<SyscallRule> namespaces() {
        List<SyscallRule> rules = new ArrayList<>();
        rules.add(when("clone", EPERM, List.of(is(0, ANY_BIT, NEW_NAMESPACES))));
        rules.add(when("unshare", EPERM, List.of(is(0, ANY_BIT, NEW_NAMESPACES | NEW_TIME_NAMESPACE))));
        rules.add(new SyscallRule("setns", EPERM));
        MOUNTS.forEach(name -> rules.add(new SyscallRule(name, EPERM)));
        return rules;
    }

    /// The policy that asks the warden where this one permits opening or executing a file.
    static SyscallPolicy held(SyscallPolicy policy) {
        List<SyscallRule> rules = new ArrayList<>();
        for (SyscallRule rule : policy.rules()) {
            boolean holds = HELD.contains(rule.syscall()) && rule.action().permits();
            rules.add(holds ? new SyscallRule(rule.syscall(), rule.when(), SyscallAction.NOTIFY) : rule);
        }
        if (policy.otherwise().permits()) {
            HELD.stream().sorted().forEach(name -> rules.add(new SyscallRule(name, SyscallAction.NOTIFY)));
        }
        return new SyscallPolicy(rules, policy.otherwise());
    }

    private static SyscallRule when(String syscall, SyscallAction action, List<ArgumentCondition> all) {
        return new SyscallRule(syscall, List.of(all), action);
    }

    private static ArgumentCondition is(int argument, ArgumentOperator operator, long value) {
        return new ArgumentCondition(argument, operator, value);
    }
}
