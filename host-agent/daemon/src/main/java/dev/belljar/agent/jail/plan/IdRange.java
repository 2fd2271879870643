package dev.belljar.agent.jail.plan;

/// A range of user or group ids: `count` of them from `inside`, which are those from `outside` on the host.
public record IdRange(int inside, int outside, int count) {}
