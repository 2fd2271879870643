package dev.belljar.client.command.snapshot;

import dev.belljar.client.help.CommandGroup;
import java.util.List;

/// The group *Snapshots* of the command line.
public final class SnapshotGroup {
    /// The commands, in the order in which the help lists them.
    public static final CommandGroup GROUP = new CommandGroup(
            "Snapshots",
            List.of(
                    SnapshotCommand.class,
                    SnapshotsCommand.class,
                    BranchCommand.class,
                    RestoreCommand.class,
                    IdentityCommand.class));

    private SnapshotGroup() {}
}
