package dev.belljar.agent.guest;

/// A TCP port on which a program in the guest listens.
public record ListeningPort(String address, int port, int pid, int uid, String comm) {}
