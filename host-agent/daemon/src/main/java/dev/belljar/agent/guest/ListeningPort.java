package dev.belljar.agent.guest;

/// A TCP port something in the guest listens on.
public record ListeningPort(String address, int port, int pid, int uid, String comm) {}
