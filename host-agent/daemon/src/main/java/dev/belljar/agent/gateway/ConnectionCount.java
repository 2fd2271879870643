package dev.belljar.agent.gateway;

/// How many connections of a machine wait, and how many there are that are not over.
final class ConnectionCount {
    int waiting;
    int open;
}
