package offenders.client.command;

/// Stands where the commands stand.
public record Word(String text) {}
