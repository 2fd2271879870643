package dev.belljar.client.command.host;

import dev.belljar.client.help.CommandGroup;
import dev.belljar.client.help.HelpCommand;
import dev.belljar.client.help.ManualCommand;
import java.util.List;

/// The group *Host* of the command line.
public final class HostGroup {
    /// The commands, in the order in which the help lists them.
    public static final CommandGroup GROUP = new CommandGroup(
            "Host",
            List.of(
                    DoctorCommand.class,
                    AgentCommand.class,
                    ImageCommand.class,
                    StorageCommand.class,
                    RetentionCommand.class,
                    GarbageCommand.class,
                    IndexCommand.class,
                    DemoCommand.class,
                    BenchCommand.class,
                    McpCommand.class,
                    CompletionCommand.class,
                    ManualCommand.class,
                    HelpCommand.class));

    private HostGroup() {}
}
