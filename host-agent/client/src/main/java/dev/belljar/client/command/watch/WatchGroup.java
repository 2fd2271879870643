package dev.belljar.client.command.watch;

import dev.belljar.client.help.CommandGroup;
import java.util.List;

/// The group *Watch* of the command line.
public final class WatchGroup {
    /// The commands, in the order in which the help lists them.
    public static final CommandGroup GROUP = new CommandGroup(
            "Watch",
            List.of(
                    WindowCommand.class,
                    StatusCommand.class,
                    ProcessesCommand.class,
                    DiffCommand.class,
                    BlameCommand.class,
                    EventsCommand.class,
                    TimelineCommand.class,
                    ReportCommand.class));

    private WatchGroup() {}
}
