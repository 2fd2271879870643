package dev.belljar.agent.host;

/// Which layers of confinement hold on this host, as the launcher measured them by trying each.
///
/// `landlock` is its ABI and 0 where the kernel has none, `view` means namespaces with a file system of their own,
/// `filter` the filter of system calls. `ownUser` can hold for root only.
public record ConfinementLayers(
        boolean noNewPrivileges,
        boolean userNamespace,
        boolean view,
        int landlock,
        boolean filter,
        boolean ownUser,
        boolean cgroup,
        boolean root) {
    /// Nothing holds, or nothing was measured.
    public static final ConfinementLayers NONE =
            new ConfinementLayers(false, false, false, 0, false, false, false, false);

    /// From this ABI on Landlock refuses TCP by itself.
    public static final int LANDLOCK_NETWORK = 4;

    /// From this ABI on Landlock refuses signals and abstract sockets by itself.
    public static final int LANDLOCK_SCOPES = 6;

    /// True when a program can be held to its own files, by a view of its own or by Landlock.
    public boolean holdsFiles() {
        return noNewPrivileges && filter && (view || landlock > 0);
    }
}
