package dev.belljar.agent.gateway.protocol;

/// Counts a machine's connections that wait, and its open ones.
final class ConnectionCount {
    int waiting;
    int open;
}
