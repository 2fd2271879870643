package offenders.agent.api;

/// Stands where the door stands.
public final class Door {}
