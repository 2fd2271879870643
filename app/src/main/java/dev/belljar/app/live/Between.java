package dev.belljar.app.live;

/// Two moments to compare, each by what the agent knows it as (a snapshot's id, or a sandbox's, which stands for
/// now) and by what people call it.
public record Between(String from, String fromName, String to, String toName) {}
