package offenders.agent.api;

/// A class of the API, for the offender in the journal.
public final class Door {}
