package dev.belljar.agent.host;

/// The layers of confinement that work on this host; the launcher measured them by trying each.
///
/// `landlock` is the Landlock ABI, 0 if the kernel has none; `view` means namespaces with their own file system,
/// `filter` the filter of system calls. `ownUser`, a separate user for each machine, can work for root only.
public record ConfinementLayers(
        boolean noNewPrivileges,
        boolean userNamespace,
        boolean view,
        int landlock,
        boolean filter,
        boolean ownUser,
        boolean cgroup,
        boolean root) {
    /// No layer works, or none was measured.
    public static final ConfinementLayers NONE =
            new ConfinementLayers(false, false, false, 0, false, false, false, false);

    /// From this ABI on Landlock can refuse TCP.
    public static final int LANDLOCK_NETWORK = 4;

    /// From this ABI on Landlock can refuse signals and abstract sockets.
    public static final int LANDLOCK_SCOPES = 6;

    /// True if a program can be limited to its own files, by a file system view or by Landlock.
    public boolean holdsFiles() {
        return noNewPrivileges && filter && (view || landlock > 0);
    }
}
