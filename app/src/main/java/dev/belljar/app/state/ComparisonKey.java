package dev.belljar.app.state;

/// Two moments to compare, each by what the agent knows it as (a snapshot's id, or a sandbox's, which stands for
/// now) and by what people call it.
public record ComparisonKey(String from, String fromName, String to, String toName) {}
