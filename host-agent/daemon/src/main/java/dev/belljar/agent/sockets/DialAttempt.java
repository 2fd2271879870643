package dev.belljar.agent.sockets;

/// An attempt to connect; closing it gives it up, and nothing is told of it any more.
public interface DialAttempt extends AutoCloseable {
    @Override
    void close();
}
