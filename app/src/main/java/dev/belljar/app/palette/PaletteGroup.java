package dev.belljar.app.palette;

/// The groups of the command palette, in the order in which equally good matches are listed.
enum PaletteGroup {
    RECENT(true),
    VIEWS(true),
    SANDBOXES(true),
    APPROVALS(true),
    PROCESSES(false),
    FILES(false),
    CONNECTIONS(false),
    SNAPSHOTS(false),
    ACTIONS(true);

    private final boolean offered;

    PaletteGroup(boolean offered) {
        this.offered = offered;
    }

    /// True if the group is listed before anything is typed.
    boolean offered() {
        return offered;
    }
}
