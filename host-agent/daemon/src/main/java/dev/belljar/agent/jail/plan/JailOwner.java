package dev.belljar.agent.jail.plan;

/// The user of the host whose jail it is: its home folder, and its user and group id, which are not 0.
public record JailOwner(String home, int user, int group) {}
