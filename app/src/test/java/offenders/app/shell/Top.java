package offenders.app.shell;

/// The top of the offenders.
public record Top(String name) {}
