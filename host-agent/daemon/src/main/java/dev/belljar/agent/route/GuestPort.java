package dev.belljar.agent.route;

/// A TCP port on which a program in a guest listens, reachable on the guest's loopback; `process` contains
/// visible characters only.
public record GuestPort(int port, String process, int uid) {}
