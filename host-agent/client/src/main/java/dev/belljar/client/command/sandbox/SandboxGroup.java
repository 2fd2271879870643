package dev.belljar.client.command.sandbox;

import dev.belljar.client.help.CommandGroup;
import java.util.List;

/// The group *Sandboxes* of the command line.
public final class SandboxGroup {
    /// The commands, in the order in which the help lists them.
    public static final CommandGroup GROUP = new CommandGroup(
            "Sandboxes",
            List.of(
                    CreateCommand.class,
                    ListCommand.class,
                    StartCommand.class,
                    StopCommand.class,
                    ShellCommand.class,
                    TerminalCommand.class,
                    ExecShellCommand.class,
                    SetCommand.class,
                    TierCommand.class,
                    DestroyCommand.class,
                    TrashCommand.class));

    private SandboxGroup() {}
}
