package dev.belljar.client.command.network;

import dev.belljar.client.help.CommandGroup;
import java.util.List;

/// The group *Network* of the command line.
public final class NetworkGroup {
    /// The commands, in the order in which the help lists them.
    public static final CommandGroup GROUP = new CommandGroup(
            "Network",
            List.of(
                    NetworkCommand.class,
                    ApprovalsCommand.class,
                    AllowCommand.class,
                    DenyCommand.class,
                    PolicyCommand.class,
                    SecretCommand.class,
                    InspectCommand.class,
                    AuthorityCommand.class,
                    MirrorCommand.class,
                    PcapCommand.class,
                    AuditCommand.class));

    private NetworkGroup() {}
}
