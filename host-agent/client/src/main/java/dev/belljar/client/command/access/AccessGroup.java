package dev.belljar.client.command.access;

import dev.belljar.client.help.CommandGroup;
import java.util.List;

/// The group *Access* of the command line.
public final class AccessGroup {
    /// The commands, in the order in which the help lists them.
    public static final CommandGroup GROUP = new CommandGroup(
            "Access",
            List.of(
                    RoutesCommand.class,
                    OpenCommand.class,
                    PortCommand.class,
                    SshConfigCommand.class,
                    SshKeyCommand.class,
                    SshProxyCommand.class));

    private AccessGroup() {}
}
