package dev.belljar.agent.jail.plan;

/// The kinds of mounts.
public enum MountKind {
    /// A file or folder of the host.
    BIND(1),
    /// A folder of the host whose changes go to another one.
    OVERLAY(2),
    /// An empty file system in memory.
    TMPFS(3),
    /// Hides a file or folder until access is granted.
    MASK(4),
    /// A symbolic link.
    LINK(5),
    PROC(6),
    DEV(7);

    private final int number;

    MountKind(int number) {
        this.number = number;
    }

    /// The number in a plan's binary form.
    int number() {
        return number;
    }
}
