package dev.belljar.agent.route;

/// A TCP port that something in a guest listens on, reachable on the guest's own loopback; `process` is visible text.
public record GuestPort(int port, String process, int uid) {}
