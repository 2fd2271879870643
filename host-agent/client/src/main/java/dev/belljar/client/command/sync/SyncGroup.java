package dev.belljar.client.command.sync;

import dev.belljar.client.help.CommandGroup;
import java.util.List;

/// The group *Sync* of the command line.
public final class SyncGroup {
    /// The commands, in the order in which the help lists them.
    public static final CommandGroup GROUP = new CommandGroup(
            "Sync",
            List.of(
                    ReviewCommand.class,
                    SyncCommand.class,
                    PushCommand.class,
                    CpCommand.class,
                    GetCommand.class,
                    PutCommand.class));

    private SyncGroup() {}
}
