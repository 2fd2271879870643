package dev.belljar.agent.gateway;

/// A tap that was added to a network; closing the subscription removes it.
public interface TapSubscription extends AutoCloseable {
    @Override
    void close();
}
