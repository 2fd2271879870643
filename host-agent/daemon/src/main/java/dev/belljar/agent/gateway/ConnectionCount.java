package dev.belljar.agent.gateway;

/// Counts a machine's connections that wait, and its open ones.
final class ConnectionCount {
    int waiting;
    int open;
}
