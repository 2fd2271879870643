package dev.belljar.agent.carry;

/// An attempt to connect; closing it gives it up, and nothing is told of it any more.
public interface Dial extends AutoCloseable {
    @Override
    void close();
}
