package dev.belljar.client.command.sandbox.run;

import java.util.List;

/// The commands about coding agents, which the help lists in the group *Sandboxes*.
public final class RunGroup {
    /// The commands, in the order in which the help lists them.
    public static final List<Class<?>> COMMANDS = List.of(RunCommand.class, AgentsCommand.class, LoginCommand.class);

    private RunGroup() {}
}
