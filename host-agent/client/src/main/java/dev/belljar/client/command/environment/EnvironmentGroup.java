package dev.belljar.client.command.environment;

import java.util.List;

/// The commands about environments, which the help lists in the group *Sandboxes*.
public final class EnvironmentGroup {
    /// The commands, in the order in which the help lists them.
    public static final List<Class<?>> COMMANDS =
            List.of(EnvironmentCommand.class, TemplateCommand.class, InitCommand.class);

    private EnvironmentGroup() {}
}
