package dev.belljar.contract.jail;

/// What the kernel does with a system call.
public enum SyscallEffect {
    ALLOW,
    /// The call is made, and the kernel writes a line to its audit log.
    LOG,
    /// The thread waits until the warden answers.
    NOTIFY,
    /// The call is not made and returns an error.
    ERRNO,
    /// The call is not made, and the thread gets the signal SIGSYS.
    TRAP,
    KILL_THREAD,
    KILL_PROCESS
}
