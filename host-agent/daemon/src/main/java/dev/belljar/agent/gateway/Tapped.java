package dev.belljar.agent.gateway;

/// A tap on a network; closing it takes the tap off.
public interface Tapped extends AutoCloseable {
    @Override
    void close();
}
