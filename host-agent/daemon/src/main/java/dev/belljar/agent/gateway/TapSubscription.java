package dev.belljar.agent.gateway;

/// A tap on a network; closing it takes the tap off.
public interface TapSubscription extends AutoCloseable {
    @Override
    void close();
}
