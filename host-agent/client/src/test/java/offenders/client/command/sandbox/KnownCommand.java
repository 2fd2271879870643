package offenders.client.command.sandbox;

/// A command of one group that another group knows.
public record KnownCommand(String name) {}
