package dev.belljar.contract.jail;

/// Predefined rules for system calls, which decide before the rules of a policy.
public enum SyscallPreset {
    /// No sockets but Unix sockets.
    NO_NETWORK,
    /// No new namespaces, no mounts.
    NO_NEW_NAMESPACES,
    /// No memory that is writable and executable, and none that becomes executable; compilers that run their
    /// output in memory, such as those of Node and Java, do not work.
    NO_WRITE_EXECUTE,
    /// No program may read or control another one.
    NO_DEBUGGING
}
