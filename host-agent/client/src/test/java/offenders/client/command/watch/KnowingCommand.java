package offenders.client.command.watch;

import offenders.client.command.sandbox.KnownCommand;

/// A command that knows one of another group.
public record KnowingCommand(KnownCommand other) {}
