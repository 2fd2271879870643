package offenders.app.shell;

/// The shell of the offenders.
public record Top(String name) {}
