package dev.belljar.client.command.jail;

import java.util.List;

/// The command about jails, which the help lists in the group *Sandboxes*.
public final class JailGroup {
    public static final List<Class<?>> COMMANDS = List.of(JailCommand.class);

    private JailGroup() {}
}
