package dev.belljar.app.work;

/// Two states of a workspace to compare. `from` and `to` are ids for the host agent: a snapshot's, or a
/// sandbox's for its current state. The names are shown to the user.
public record ComparisonKey(String from, String fromName, String to, String toName) {}
