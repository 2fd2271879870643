package dev.belljar.agent.sockets;

/// An attempt to connect; closing it cancels the attempt, and its listener is not called any more.
public interface DialAttempt extends AutoCloseable {
    @Override
    void close();
}
