package dev.belljar.agent.jail.plan;

/// The kinds of mounts, in the order of their numbers in a plan's binary form, which begin at 1.
public enum MountKind {
    /// A file or folder of the host.
    BIND,
    /// A folder of the host whose changes go to another one.
    OVERLAY,
    /// An empty file system in memory.
    TMPFS,
    /// Hides a file or folder until access is granted.
    MASK,
    /// A symbolic link.
    LINK,
    PROC,
    DEV;

    int number() {
        return ordinal() + 1;
    }
}
